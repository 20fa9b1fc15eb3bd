import { confirmEmail } from '@tagalong/contract/features/auth/auth.contract.ts'
import { authPrompts } from '@tagalong/contract/features/auth/auth.rules.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError, callOpenly, isUnavailable } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useSession } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import KeyArt from '#ui/art/scene-key.svg?react'
import PostArt from '#ui/art/scene-post.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { SceneFrame } from './parts/scene-frame.tsx'
import { lookWhoIsIn } from './who-is-in.ts'

/** Kept with the page's place in the history, so that a reload says the same instead of using the link again. */
interface Outcome {
  email: string
  isUndone: boolean
}

/**
 * What a mailed link leads to. It confirms by being opened, once. One that takes a change back waits for a press:
 * whoever merely opens it, or looks through mails by opening links, must not end the password and every session.
 */
export function ConfirmEmailScreen() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const outcome = useLocation().state as Outcome | null
  const isUndo = query.get('kind') === 'undo'
  const [isMeant, setMeant] = useState(!isUndo)
  const [error, setError] = useState<unknown>(null)
  const oneAtATime = useOneAtATime()

  const confirm = () =>
    oneAtATime(async () => {
      setError(null)
      try {
        const body = { token: query.get('token') ?? '', id: query.get('id') ?? '' }
        const { email, isUndone } = await callOpenly(confirmEmail, { body })
        await lookWhoIsIn()
        navigate('/confirm-email', { replace: true, state: { email, isUndone } satisfies Outcome })
      } catch (failure) {
        setError(failure)
      }
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: by opening the page, not by anything after it
  useEffect(() => {
    if (!outcome && isMeant) confirm()
  }, [])

  if (outcome)
    return outcome.isUndone ? <Undone email={outcome.email} /> : <Confirmed email={outcome.email} />
  if (!isMeant) {
    const undo = () => {
      setMeant(true)
      confirm()
    }
    return <UndoQuestion onUndo={undo} />
  }
  if (!error) return <Asking isUndo={isUndo} />
  return isUnavailable(error) ? (
    <Failed isUndo={isUndo} text={failureText(error)}>
      <Button variant="action" size="large" wide onPress={confirm}>
        Try again
      </Button>
    </Failed>
  ) : (
    <LinkRefused isUndo={isUndo} error={error} />
  )
}

function UndoQuestion({ onUndo }: { onUndo: () => void }) {
  return (
    <SceneFrame art={<KeyArt />}>
      <div className="welcome__form centered">
        <h1>Take the change back?</h1>
        <p>
          Your account goes back to the email address that got this link, everybody is signed out of it, and
          we mail you a link to choose a new password.
        </p>
        <Button className="welcome__next" variant="action" size="large" wide onPress={onUndo}>
          Take It Back
        </Button>
        <p className="small quiet">Was it you who changed the address? Then just close this page.</p>
      </div>
    </SceneFrame>
  )
}

function Asking({ isUndo }: { isUndo: boolean }) {
  return (
    <SceneFrame art={<PostArt />} isFlying>
      <div className="welcome__form centered">
        <h1>{isUndo ? 'Taking the change back' : 'Confirming your email'}</h1>
        <Spinner size="4rem" />
      </div>
    </SceneFrame>
  )
}

function Confirmed({ email }: { email: string }) {
  const { user } = useSession()
  return (
    <SceneFrame art={<PostArt />} isFlying>
      <div className="welcome__form centered" role="status">
        <Title>Email confirmed</Title>
        <p className="welcome__address">
          From now on you sign in with <strong>{email}</strong>.
        </p>
        <ButtonLink className="welcome__next" variant="action" size="large" wide to={user ? '/' : '/login'}>
          {user ? 'Dashboard' : 'Sign In'}
        </ButtonLink>
      </div>
    </SceneFrame>
  )
}

/** The account is its owner's again, and only their mailbox opens it. */
function Undone({ email }: { email: string }) {
  return (
    <SceneFrame art={<PostArt />} isFlying>
      <div className="welcome__form centered" role="status">
        <Title>The change is taken back</Title>
        <p className="welcome__address">
          Your account belongs to <strong>{email}</strong> again. All devices are signed out, and the old
          password no longer works.
        </p>
        <p>We have mailed you a link to choose a new password.</p>
        <p className="small quiet">
          Nothing there after a few minutes?
          <br />
          <Link className="roomy" to="/request-reset">
            Send another link
          </Link>
        </p>
      </div>
    </SceneFrame>
  )
}

/** Used, too old, cut in half by a mail program, or the address has become somebody's meanwhile. */
function LinkRefused({ isUndo, error }: { isUndo: boolean; error: unknown }) {
  const { user } = useSession()
  const isTaken = error instanceof ApiError && error.status === 409
  return (
    <Failed isUndo={isUndo} text={isTaken ? failureText(error) : authPrompts.linkGone()}>
      <ButtonLink
        className="welcome__next"
        variant="action"
        size="large"
        wide
        to={user ? '/edit-profile' : `/login?next=${encodeURIComponent('/edit-profile')}`}
      >
        {user ? 'Change Email' : 'Sign In'}
      </ButtonLink>
      <p className="small quiet">
        {user
          ? `You sign in with ${user.email}.`
          : isUndo
            ? 'If you have taken the change back before, look for our mail with a link for a new password.'
            : 'If you have opened the link before, it has done its work: sign in with the new address.'}
      </p>
    </Failed>
  )
}

function Failed({ isUndo, text, children }: { isUndo: boolean; text: string; children: ReactNode }) {
  return (
    <SceneFrame art={<KeyArt />}>
      <div className="welcome__form centered" role="alert">
        <Title>{isUndo ? 'We could not take this back' : 'We could not confirm this'}</Title>
        <p>{text}</p>
        {children}
      </div>
    </SceneFrame>
  )
}

/** Takes the focus, as what it heads has taken the place of something else. */
function Title({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h1 ref={title} tabIndex={-1}>
      {children}
    </h1>
  )
}
