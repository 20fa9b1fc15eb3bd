import { newPassword } from '@tagalong/contract/features/auth/auth.contract.ts'
import { resetPassword } from '@tagalong/contract/features/auth/links.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { ApiError, callOpenly } from '#lib/calls/api.ts'
import KeyArt from '#ui/art/scene-key.svg?react'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { showToast } from '#ui/toast.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { PasswordRules } from './parts/password-rules.tsx'
import { SceneFrame } from './parts/scene-frame.tsx'
import { lookWhoIsIn } from './who-is-in.ts'

/** Checks only what is typed here. The server decides whether the link is valid. */
const typed = z.object({ password: newPassword, confirmPassword: z.string() })

export function ResetPasswordScreen() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const rulesId = useId()
  const [values, setValues] = useState({ password: '', confirmPassword: '' })
  const form = useForm({
    values,
    setValues,
    schema: typed,
    send: async (chosen) => {
      const link = { token: query.get('token') ?? '', id: query.get('id') ?? '' }
      await callOpenly(resetPassword, { body: { ...chosen, ...link } }).catch(inOneSentence)
      await lookWhoIsIn()
      showToast(m.auth_reset_done())
      navigate('/login', { replace: true })
    },
  })
  const { password, confirmPassword } = values

  return (
    <SceneFrame art={<KeyArt />}>
      <form className="welcome__form" noValidate onSubmit={form.submit}>
        <h1>{m.auth_new_password_title()}</h1>
        <div className="stack welcome__password">
          <PasswordField
            label={m.auth_password()}
            isRequired
            autoComplete="new-password"
            aria-describedby={rulesId}
            {...form.field('password')}
          />
          <PasswordRules id={rulesId} password={password} />
        </div>
        <PasswordField
          label={m.auth_password_again()}
          isRequired
          autoComplete="new-password"
          {...form.field('confirmPassword')}
        />
        {form.problem && <Prompt>{form.problem}</Prompt>}
        <Button
          variant="action"
          size="large"
          wide
          type="submit"
          isDisabled={password === '' || password !== confirmPassword}
          isPending={form.isPending}
        >
          {m.common_reset_password()}
        </Button>
        {form.problem && (
          <p className="centered">
            <Link className="roomy" to="/request-reset">
              {m.auth_ask_new_link()}
            </Link>
          </p>
        )}
        <LanguageChoice />
      </form>
    </SceneFrame>
  )
}

/** A problem with the password is shown at its field; everything else is one failure. */
function inOneSentence(error: unknown): never {
  if (error instanceof ApiError && error.fields?.password) throw error
  throw m.prompt_auth_reset_failed()
}
