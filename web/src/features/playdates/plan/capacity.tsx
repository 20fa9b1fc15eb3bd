import type { ComponentProps } from 'react'
import { CapacityInput } from '../spots/capacity-input.tsx'

/** How many children a new event has room for. */
export function Capacity(props: ComponentProps<typeof CapacityInput>) {
  return (
    <section className="part" data-field="capacity">
      <CapacityInput {...props} />
    </section>
  )
}
