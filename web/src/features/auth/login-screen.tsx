import { m } from '@tagalong/contract/messages.ts'
import { useLayoutEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { brand } from '#lib/brand.ts'
import { ApiError, callOpenly, unreachableText } from '#lib/calls/api.ts'
import { hasDrafts } from '#lib/drafts/has-drafts.ts'
import { safePath } from '#lib/navigation/safe-path.ts'
import { useSession } from '#lib/session/session.tsx'
import { storeToken } from '#lib/session/stored-token.ts'
import EnvelopeArt from '#ui/art/scene-envelope.svg?react'
import WalkArt from '#ui/art/scene-walk.svg?react'
import { Button } from '#ui/button.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import './auth.css'
import { LanguageChoice } from './language-choice.tsx'
import { inWords } from './refusal.ts'

/** The sign-in page shows itself before the schemas: they come while the caregiver types. */
async function loadLogin() {
  try {
    return (await import('@tagalong/contract/features/auth/auth.contract.ts')).login
  } catch {
    throw new ApiError(0, unreachableText())
  }
}

export function LoginScreen() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { user } = useSession()
  const [values, setValues] = useState({ email: '', password: '' })
  const [isThere, setThere] = useState(false)
  useLayoutEffect(() => setThere(true), [])
  const form = useForm({
    values,
    setValues,
    schema: async () => (await loadLogin()).body,
    send: async (body) => {
      const login = await loadLogin()
      const { token, redirectUrl } = await callOpenly(login, { body }).catch(
        inWords(m.prompt_auth_login_refused()),
      )
      if (token) storeToken(token, { isNewSession: true })
      navigate(safePath(query.get('next')) ?? safePath(redirectUrl) ?? '/', { replace: true })
    },
  })

  // Nothing to do here, for example with an old tab or a bookmark.
  if (user && !form.isPending) return <Navigate to={safePath(query.get('next')) ?? '/'} replace />
  return (
    <div className="welcome">
      <div className="welcome__scene">
        <WalkArt />
      </div>
      <form
        className="welcome__form"
        method="post"
        noValidate
        onSubmit={form.submit}
        onFocus={() => void loadLogin().catch(() => undefined)}
      >
        <h1 className="brand">{brand.toUpperCase()}</h1>
        {/* A screen reader reads out what is added to a page, not what it began with. */}
        {isThere ? (
          query.has('again') && (
            <p className="welcome__again" role="status">
              {m.auth_sign_in_again()}
              {hasDrafts() && ` ${m.auth_drafts_kept()}`}
            </p>
          )
        ) : (
          <p className="welcome__again soon soon--again" aria-hidden="true">
            {m.auth_sign_in_again()}
          </p>
        )}
        <TextField
          label={m.auth_email_address()}
          isRequired
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('email')}
        />
        <TextField
          label={m.auth_password()}
          isRequired
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        {form.problem && <Prompt>{form.problem}</Prompt>}
        <Button variant="action" size="large" wide type="submit" isPending={form.isPending}>
          {m.common_sign_in()}
        </Button>
        <p className="centered">
          <Link className="roomy" to="/request-reset">
            {m.auth_forgot_question()}
          </Link>
        </p>
        <div className="note">
          <EnvelopeArt />
          <p className="small">
            <strong>{m.auth_invite_only({ brand })}</strong>
            <br />
            {m.auth_ask_to_invite()}
          </p>
        </div>
        <LanguageChoice />
      </form>
    </div>
  )
}
