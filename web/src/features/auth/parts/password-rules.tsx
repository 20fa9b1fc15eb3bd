import { longEnough, passwordRules } from '@tagalong/contract/features/auth/auth.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import CheckIcon from '#ui/icons/check.svg?react'

/** Ticks off each rule while the user types. Never amber before the form is sent. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  return (
    <div className="rules" id={id}>
      <p>{m.auth_rules()}</p>
      <ul>
        {passwordRules.map(({ name, label, isMet }) => {
          const isDone = isMet(password)
          return (
            <li key={name} className={isDone ? 'done' : undefined}>
              <i>{isDone && <CheckIcon className="icon" />}</i>
              {label()}
              <span className="sr">{isDone ? m.auth_rule_met() : m.auth_rule_missing()}</span>
            </li>
          )
        })}
      </ul>
      <p>{m.auth_rules_or_long({ min: longEnough })}</p>
    </div>
  )
}
