import { useId, useState } from 'react'
import EyeIcon from '#ui/icons/eye.svg?react'
import EyeOffIcon from '#ui/icons/eye-off.svg?react'
import { Field, type Own, split, tied } from './field.tsx'

/** The eye shows what was typed. */
export function PasswordField(props: Omit<Own<'input'>, 'type'>) {
  const made = useId()
  const [isShown, setShown] = useState(false)
  const { labelled, control } = split(props)
  const id = control.id ?? made
  return (
    <Field id={id} {...labelled}>
      <div className="peek">
        <input
          {...control}
          {...tied(id, labelled, control['aria-describedby'])}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button
          className="iconbtn"
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOffIcon className="icon" /> : <EyeIcon className="icon" />}
        </button>
      </div>
    </Field>
  )
}
