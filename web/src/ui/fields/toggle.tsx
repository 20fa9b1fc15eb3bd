import { type ComponentProps, type ReactNode, useId } from 'react'
import { Asterisk, Prompt } from './field.tsx'
import '#ui/styles/widgets.css'

interface ToggleProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'required' | 'className'> {
  label: ReactNode
  isRequired?: boolean | undefined
  error?: string | undefined
  isInvalid?: boolean | undefined
  hint?: ReactNode
}

/** Acts at once where it stands alone; inside a form it waits for the form. */
export function Toggle({ label, isRequired, error, isInvalid, hint, ...control }: ToggleProps) {
  const made = useId()
  const id = control.id ?? made
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="toggle">
        <input
          {...control}
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native check box says itself whether it is checked
          role="switch"
          aria-required={isRequired || undefined}
          aria-invalid={error || isInvalid ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        <span>
          {label}
          {isRequired && <Asterisk />}
        </span>
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <Prompt id={`${id}-error`}>{error}</Prompt>}
    </div>
  )
}
