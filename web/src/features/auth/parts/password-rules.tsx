import { passwordRules } from '@tagalong/contract/features/auth/auth.rules.ts'
import CheckIcon from '#ui/icons/check.svg?react'

/** Ticked while typing; never amber before the form is sent. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  return (
    <div className="rules" id={id}>
      <p>Your password needs</p>
      <ul>
        {passwordRules.map(({ name, label, isMet }) => {
          const isDone = isMet(password)
          return (
            <li key={name} className={isDone ? 'done' : undefined}>
              <i>{isDone && <CheckIcon className="icon" />}</i>
              {label()}
              <span className="sr">{isDone ? ', done' : ', still missing'}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
