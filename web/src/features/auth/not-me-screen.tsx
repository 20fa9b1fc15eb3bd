import { reportNotMe } from '@tagalong/contract/features/auth/links.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { callOpenly, isUnavailable } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import KeyArt from '#ui/art/scene-key.svg?react'
import PostArt from '#ui/art/scene-post.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SceneFrame } from './parts/scene-frame.tsx'
import { SceneTitle } from './parts/scene-title.tsx'
import { lookWhoIsIn } from './who-is-in.ts'

/** The page behind the link in a mail about the account. It waits for a press, since mail scanners open links. */
export function NotMeScreen() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  // Kept in the history entry's state, so that a reload shows it again.
  const done: unknown = useLocation().state
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const oneAtATime = useOneAtATime()

  const report = () =>
    oneAtATime(async () => {
      setBusy(true)
      setError(null)
      try {
        const body = { token: query.get('token') ?? '', id: query.get('id') ?? '' }
        const { isMailed } = await callOpenly(reportNotMe, { body })
        await lookWhoIsIn()
        navigate('/not-me', { replace: true, state: isMailed === false ? 'moved' : 'mailed' })
      } catch (failure) {
        setError(failure)
      } finally {
        setBusy(false)
      }
    })

  if (done === 'mailed') return <Mailed />
  if (done === 'moved') return <Moved />
  if (error && !isUnavailable(error)) return <Gone />
  return (
    <SceneFrame art={<KeyArt />}>
      <div className="welcome__form centered">
        <h1>{m.auth_not_me_title()}</h1>
        <p>{m.auth_not_me_text()}</p>
        {error ? (
          <p className="prompt" role="alert">
            {failureText(error)}
          </p>
        ) : null}
        <Button
          className="welcome__next"
          variant="action"
          size="large"
          wide
          isPending={isBusy}
          onPress={report}
        >
          {m.common_not_me()}
        </Button>
        <p className="small quiet">{m.auth_not_me_not_needed()}</p>
      </div>
    </SceneFrame>
  )
}

function Mailed() {
  return (
    <SceneFrame art={<PostArt />} isFlying>
      <div className="welcome__form centered" role="status">
        <SceneTitle>{m.auth_not_me_done_title()}</SceneTitle>
        <p>{m.auth_not_me_done_text()}</p>
        <p>{m.auth_not_me_done_look()}</p>
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

/** The account has another address by now. The mail about that change has the link to undo it. */
function Moved() {
  return (
    <SceneFrame art={<PostArt />}>
      <div className="welcome__form centered" role="status">
        <SceneTitle>{m.auth_not_me_done_title()}</SceneTitle>
        <p>{m.auth_not_me_moved()}</p>
        <p>{m.auth_not_me_moved_how()}</p>
      </div>
    </SceneFrame>
  )
}

/** The link was used, is too old, or was cut off by a mail program. */
function Gone() {
  return (
    <SceneFrame art={<KeyArt />}>
      <div className="welcome__form centered" role="alert">
        <SceneTitle>{m.auth_not_me_failed()}</SceneTitle>
        <p>{m.auth_not_me_gone()}</p>
        <ButtonLink className="welcome__next" variant="action" size="large" wide to="/request-reset">
          {m.common_reset_password()}
        </ButtonLink>
      </div>
    </SceneFrame>
  )
}
