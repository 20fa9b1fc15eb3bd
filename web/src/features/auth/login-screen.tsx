import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { brand } from '#lib/brand.ts'
import { ApiError, callOpenly, unreachableText } from '#lib/calls/api.ts'
import { hasDrafts } from '#lib/drafts/kept-drafts.ts'
import { safePath } from '#lib/navigation/safe-path.ts'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { canUsePasskeys } from '#lib/passkeys.ts'
import { useSession } from '#lib/session/session.tsx'
import { useAction } from '#lib/use-action.ts'
import EnvelopeArt from '#ui/art/scene-envelope.svg?react'
import WalkArt from '#ui/art/scene-walk.svg?react'
import { Button } from '#ui/button.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import KeyIcon from '#ui/icons/key.svg?react'
import './auth.css'
import { LanguageChoice } from './language-choice.tsx'
import type { SignedIn } from './passkey.ts'
import { inWords } from './refusal.ts'
import { goOn } from './sign-in.ts'

/** Milliseconds. Leaves time for the page itself to load first. */
const suggestAfter = 500

/** Loads the schema while the caregiver types, so that the page shows without waiting for it. */
async function loadLogin() {
  try {
    return (await import('@tagalong/contract/features/auth/auth.contract.ts')).login
  } catch {
    throw new ApiError(0, unreachableText())
  }
}

const loadPasskeys = () => importWithRetry(() => import('./passkey.ts'))

export function LoginScreen() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { user } = useSession()
  const [values, setValues] = useState({ email: '', password: '' })
  const [isThere, setThere] = useState(false)
  useLayoutEffect(() => setThere(true), [])
  const next = query.get('next')
  const signUp = useSignUp(next)
  const passkey = usePasskey((answer) => goOn(answer, next, navigate))
  const form = useForm({
    values,
    setValues,
    schema: async () => (await loadLogin()).body,
    send: async (body) => {
      const login = await loadLogin()
      const answer = await callOpenly(login, { body }).catch(inWords(m.prompt_auth_login_refused()))
      goOn(answer, next, navigate)
    },
  })

  // Already signed in, for example in an old tab or by a bookmark.
  if (user && !form.isPending && !passkey.isPending) return <Navigate to={safePath(next) ?? '/'} replace />
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
        {/* A screen reader announces only what is added to a page, not its initial content. */}
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
          autoComplete="username webauthn"
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
        {passkey.isPossible && (
          <div className="passkeyway">
            <Button size="large" wide isPending={passkey.isPending} onPress={passkey.use}>
              <KeyIcon className="icon icon--s" />
              {m.auth_passkey_use()}
            </Button>
            {passkey.problem && <Prompt>{passkey.problem}</Prompt>}
          </div>
        )}
        <p className="centered">
          <Link className="roomy" to="/request-reset">
            {m.auth_forgot_question()}
          </Link>
        </p>
        {signUp && (
          <p className="centered">
            <Link className="roomy" to={signUp}>
              {m.common_sign_up()}
            </Link>
          </p>
        )}
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

/** For a visitor who follows a link to be a grown-up and may have no account. Not in the prerendered page. */
function useSignUp(next: string | null): string | null {
  const [isThere, setThere] = useState(false)
  useLayoutEffect(() => setThere(true), [])
  return isThere && next?.startsWith('/join/') ? `/register?${new URLSearchParams({ next })}` : null
}

/** Signs in by a passkey, chosen by the button or from the browser's suggestions in the address field. */
function usePasskey(onSignedIn: (answer: SignedIn) => void) {
  // Most browsers support passkeys, and the prerendered page assumes so.
  const [isPossible, setPossible] = useState(true)
  useLayoutEffect(() => setPossible(canUsePasskeys()), [])
  const { isPending, problem, run } = useAction()
  const enter = (answer: () => Promise<SignedIn | null>) =>
    run(async () => {
      const signedIn = await answer()
      if (signedIn) onSignedIn(signedIn)
    })
  const enterBy = useEffectEvent((chosen: Promise<SignedIn>) => enter(() => chosen))
  useEffect(() => {
    if (!canUsePasskeys() || isPending) return
    let isOver = false
    let stop: (() => void) | undefined
    const timer = setTimeout(async () => {
      // The user didn't ask for it. If it can't be loaded, the fields remain.
      const found = await import('./passkey.ts').catch(() => undefined)
      if (!isOver) stop = found?.suggestPasskeys(enterBy)
    }, suggestAfter)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [isPending])
  const use = () => enter(async () => (await loadPasskeys()).signInByPasskey())
  return { isPossible, isPending, problem, use }
}
