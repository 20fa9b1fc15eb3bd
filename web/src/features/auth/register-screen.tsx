import { register } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useId, useLayoutEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { brand } from '#lib/brand.ts'
import { callOpenly } from '#lib/calls/api.ts'
import { clearDraft, readDraft, writeDraft } from '#lib/drafts/draft.ts'
import { safePath } from '#lib/navigation/safe-path.ts'
import { useSession } from '#lib/session/session.tsx'
import { storeToken } from '#lib/session/stored-token.ts'
import ParadeArt from '#ui/art/scene-parade.svg?react'
import WalkArt from '#ui/art/scene-walk.svg?react'
import { Button } from '#ui/button.tsx'
import { Check, Prompt, TextField } from '#ui/fields/field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Rich } from '#ui/rich.tsx'
import './auth.css'
import { LanguageChoice } from './language-choice.tsx'
import { Invited, InvitedSoon } from './parts/invited.tsx'
import { InvitedAlready } from './parts/invited-already.tsx'
import { PasswordRules } from './parts/password-rules.tsx'
import { inWords } from './refusal.ts'

export function RegisterScreen() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const invite = useInvite()
  const { user } = useSession()
  const isFriends = query.get('source') === 'friend'
  const next = query.get('next')
  const rulesId = useId()
  const [values, setValues] = useState({
    email: '',
    password: '',
    confirmPassword: '',
    tos: false,
    privacy: false,
    queryParams: keptPairs(query, invite),
  })
  const [isThere, setThere] = useState(false)
  useLayoutEffect(() => setThere(true), [])
  const form = useForm({
    values,
    setValues,
    schema: register.body,
    send: async (body) => {
      const answer = await callOpenly(register, { body }).catch(
        inWords(m.auth_register_refused(), { 400: m.auth_register_check(), 500: m.auth_register_failed() }),
      )
      clearDraft(inviteKey)
      storeToken(answer.token, { isNewSession: true })
      navigate(safePath(next) ?? pathAfter(answer), { replace: true })
    },
  })

  // A signed-in user needs no second account.
  if (user && !form.isPending) {
    return invite && isFriends ? (
      <div className="welcome welcome--short">
        <Scene />
        <InvitedAlready
          token={invite}
          inviter={query.get('inviter')}
          onAccepted={() => clearDraft(inviteKey)}
        />
      </div>
    ) : (
      <Navigate to={safePath(query.get('next')) ?? '/'} replace />
    )
  }
  return (
    <div className="welcome welcome--short">
      <Scene />
      <form className="welcome__form" method="post" noValidate onSubmit={form.submit}>
        <h1>{m.auth_join({ brand })}</h1>
        {/* A screen reader announces only what is added to a page, not its initial content. */}
        {isThere ? invite && <Invited token={invite} isFriends={isFriends} /> : <InvitedSoon />}
        <TextField
          label={m.auth_email()}
          isRequired
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('email')}
        />
        <div className="stack welcome__password">
          <PasswordField
            label={m.auth_password()}
            isRequired
            autoComplete="new-password"
            aria-describedby={rulesId}
            {...form.field('password')}
          />
          <PasswordRules id={rulesId} password={values.password} />
        </div>
        <PasswordField
          label={m.auth_password_again()}
          isRequired
          autoComplete="new-password"
          {...form.field('confirmPassword')}
        />
        <div className="stack welcome__accept">
          <Check
            label={
              <Rich
                parts={m.auth_accept_terms.parts({})}
                marks={{
                  link: (words) => (
                    <Link to="/terms" target="_blank">
                      {words}
                    </Link>
                  ),
                }}
              />
            }
            isRequired
            name="tos"
            checked={values.tos}
            error={form.promptOf('tos')}
            onChange={(event) => form.set('tos', event.target.checked)}
          />
          <Check
            label={
              <Rich
                parts={m.auth_accept_privacy.parts({})}
                marks={{
                  link: (words) => (
                    <Link to="/privacy" target="_blank">
                      {words}
                    </Link>
                  ),
                }}
              />
            }
            isRequired
            name="privacy"
            checked={values.privacy}
            error={form.promptOf('privacy')}
            onChange={(event) => form.set('privacy', event.target.checked)}
          />
        </div>
        {form.problem && <Prompt>{form.problem}</Prompt>}
        <Button variant="action" size="large" wide type="submit" isPending={form.isPending}>
          {m.common_sign_up()}
        </Button>
        <p className="centered">
          <Rich
            parts={m.auth_have_account.parts({})}
            marks={{
              link: (words) => (
                <Link className="roomy" to={next ? `/login?${new URLSearchParams({ next })}` : '/login'}>
                  {words}
                </Link>
              ),
            }}
          />
        </p>
        <LanguageChoice />
      </form>
    </div>
  )
}

function Scene() {
  return (
    <div className="welcome__scene">
      <ParadeArt className="scene--s" />
      <WalkArt className="scene--l" />
    </div>
  )
}

const inviteKey = 'register:invite'

/** The invitation in the link. Moved from the address to this tab's storage, so that it isn't left in the history. */
function useInvite(): string | null {
  const [query, setQuery] = useSearchParams()
  const inAddress = query.get('invite')
  const [invite] = useState(() => inAddress ?? readDraft<string | null>(inviteKey, null))
  useEffect(() => {
    if (inAddress === null) return
    writeDraft(inviteKey, inAddress)
    const rest = new URLSearchParams(query)
    rest.delete('invite')
    setQuery(rest, { replace: true })
  }, [inAddress, query, setQuery])
  return invite
}

/**
 * The address's parameters, within the call's limits: 20 pairs, names of 64 and values of 256 characters. The
 * invitation is first, so that it is never cut off.
 */
function keptPairs(query: URLSearchParams, invite: string | null): { name: string; value: string }[] {
  const others = [...query].filter(
    ([name]) => name.length > 0 && name.length <= 64 && !['invite', 'next'].includes(name),
  )
  return [...(invite ? [['invite', invite] as const] : []), ...others]
    .slice(0, 20)
    .map(([name, value]) => ({ name, value: value.slice(0, 256) }))
}

function pathAfter(answer: { redirectUrl: string | null; confirmationRedirect: string | null }): string {
  const redirect = safePath(answer.redirectUrl)
  const confirmation = safePath(answer.confirmationRedirect)
  if (!confirmation) return redirect ?? '/'
  if (!redirect) return confirmation
  const url = new URL(confirmation, window.location.origin)
  url.searchParams.set('rd', redirect)
  return url.pathname + url.search + url.hash
}
