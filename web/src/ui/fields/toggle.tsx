import { Check, type CheckProps } from './field.tsx'
import '#ui/styles/widgets.css'

/** A switch. On its own it acts at once; in a form it waits for the submit. */
export function Toggle(props: CheckProps) {
  return <Check look="toggle" role="switch" {...props} />
}
