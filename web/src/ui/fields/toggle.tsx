import { Check, type CheckProps } from './field.tsx'
import '#ui/styles/widgets.css'

/** Acts at once where it stands alone; inside a form it waits for the form. */
export function Toggle(props: CheckProps) {
  return <Check look="toggle" role="switch" {...props} />
}
