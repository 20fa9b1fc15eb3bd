import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import EyeIcon from '#ui/icons/eye.svg?react'
import EyeOffIcon from '#ui/icons/eye-off.svg?react'
import { Field, type Own, useTied } from './field.tsx'

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<Own<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false)
  const { field, control } = useTied(props)
  return (
    <Field {...field}>
      <div className="peek">
        <input
          {...control}
          className="input"
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button
          className="iconbtn"
          type="button"
          aria-label={isShown ? m.ui_hide_password() : m.ui_show_password()}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOffIcon className="icon" /> : <EyeIcon className="icon" />}
        </button>
      </div>
    </Field>
  )
}
