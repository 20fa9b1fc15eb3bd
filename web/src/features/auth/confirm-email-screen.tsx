import { confirmEmail } from '@tagalong/contract/features/auth/links.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError, callOpenly, isUnavailable } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useSession } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import KeyArt from '#ui/art/scene-key.svg?react'
import PostArt from '#ui/art/scene-post.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Rich } from '#ui/rich.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { SceneFrame } from './parts/scene-frame.tsx'
import { SceneTitle } from './parts/scene-title.tsx'
import { lookWhoIsIn } from './who-is-in.ts'

/** Kept in the history entry's state, so that a reload shows it again instead of reusing the link. */
interface Outcome {
  email: string
  isUndone: boolean
}

/**
 * The page behind a mailed link. Opening it confirms the address, once. A link that undoes a change waits for a press:
 * merely opening it, as mail scanners do, too, must not reset the password and end every session.
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
        {m.common_again()}
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
        <h1>{m.auth_undo_title()}</h1>
        <p>{m.auth_undo_text()}</p>
        <Button className="welcome__next" variant="action" size="large" wide onPress={onUndo}>
          {m.auth_undo()}
        </Button>
        <p className="small quiet">{m.auth_undo_not_needed()}</p>
      </div>
    </SceneFrame>
  )
}

function Asking({ isUndo }: { isUndo: boolean }) {
  return (
    <SceneFrame art={<PostArt />} isFlying>
      <div className="welcome__form centered">
        <h1>{isUndo ? m.auth_undoing() : m.auth_confirming()}</h1>
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
        <SceneTitle>{m.auth_confirmed_title()}</SceneTitle>
        <p className="welcome__address">
          <Rich parts={m.auth_confirmed_text.parts({ email })} marks={{ email: strong }} />
        </p>
        <ButtonLink className="welcome__next" variant="action" size="large" wide to={user ? '/' : '/login'}>
          {user ? m.common_dashboard() : m.common_sign_in()}
        </ButtonLink>
      </div>
    </SceneFrame>
  )
}

/** The change is undone. The owner signs in again by the password link mailed to their address. */
function Undone({ email }: { email: string }) {
  return (
    <SceneFrame art={<PostArt />} isFlying>
      <div className="welcome__form centered" role="status">
        <SceneTitle>{m.auth_undone_title()}</SceneTitle>
        <p className="welcome__address">
          <Rich parts={m.auth_undone_text.parts({ email })} marks={{ email: strong }} />
        </p>
        <p>{m.auth_undone_mailed()}</p>
        <p className="small quiet">
          {m.auth_undone_no_mail()}
          <br />
          <Link className="roomy" to="/request-reset">
            {m.auth_send_another_link()}
          </Link>
        </p>
      </div>
    </SceneFrame>
  )
}

/** The link was used, is too old or cut off by a mail program, or the address has been taken meanwhile. */
function LinkRefused({ isUndo, error }: { isUndo: boolean; error: unknown }) {
  const { user } = useSession()
  const isTaken = error instanceof ApiError && error.status === 409
  return (
    <Failed isUndo={isUndo} text={isTaken ? failureText(error) : m.prompt_auth_link_gone()}>
      <ButtonLink
        className="welcome__next"
        variant="action"
        size="large"
        wide
        to={user ? '/edit-profile' : `/login?next=${encodeURIComponent('/edit-profile')}`}
      >
        {user ? m.auth_change_email() : m.common_sign_in()}
      </ButtonLink>
      <p className="small quiet">
        {user
          ? m.auth_sign_in_with_current({ email: user.email })
          : isUndo
            ? m.auth_undone_before()
            : m.auth_confirmed_before()}
      </p>
    </Failed>
  )
}

function Failed({ isUndo, text, children }: { isUndo: boolean; text: string; children: ReactNode }) {
  return (
    <SceneFrame art={<KeyArt />}>
      <div className="welcome__form centered" role="alert">
        <SceneTitle>{isUndo ? m.auth_undo_failed() : m.auth_confirm_failed()}</SceneTitle>
        <p>{text}</p>
        {children}
      </div>
    </SceneFrame>
  )
}

const strong = (words: string) => <strong>{words}</strong>
