import { logout } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { brand } from '#lib/brand.ts'
import { ApiError, call } from '#lib/calls/api.ts'
import { clearAllDrafts } from '#lib/drafts/kept-drafts.ts'
import { backToPage } from '#lib/navigation/back-closes.ts'
import { useSession } from '#lib/session/session.tsx'
import { endSignIn, ownSignIn } from '#lib/session/stored-token.ts'
import ParadeArt from '#ui/art/scene-parade.svg?react'
import WalkArt from '#ui/art/scene-walk.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Rich } from '#ui/rich.tsx'
import { Spinner } from '#ui/spinner.tsx'
import './auth.css'

export function LogoutScreen() {
  const navigate = useNavigate()
  const hasBegun = useRef(false)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const signIn = ownSignIn()
    const leave = () => {
      clearAllDrafts()
      if (endSignIn(signIn)) navigate('/login', { replace: true })
      else window.location.replace('/')
    }
    call(logout, { keepSession: true }).then(leave, (error: unknown) => {
      // The session has ended already, perhaps by this very call, whose first response was lost.
      if (error instanceof ApiError && error.status === 401) leave()
      else setFailed(true)
    })
  }, [navigate])

  const isLeaving = useRef(false)
  const goBack = async () => {
    // Going back past the dialog's history entry closes the dialog, which calls this again.
    if (isLeaving.current) return
    isLeaving.current = true
    await backToPage()
    const { idx } = window.history.state as { idx?: number }
    // In a tab that was opened here there is no page to go back to.
    if (idx === 0) navigate('/')
    else navigate(-1)
  }
  return (
    <div className="halt">
      {!hasFailed && <Spinner label="" />}
      <h1>{m.auth_logging_out()}</h1>
      <ConfirmDialog
        title={m.auth_logout_failed_title()}
        text={m.auth_logout_failed()}
        cancelLabel={m.common_ok()}
        isOpen={hasFailed}
        onCancel={goBack}
      />
    </div>
  )
}

/** Shown after the account was deleted. Everybody else is redirected. */
export function GoodbyeScreen() {
  const { user } = useSession()
  const { isDeleted } = (useLocation().state ?? {}) as { isDeleted?: boolean }
  if (user || !isDeleted) return <Navigate to={user ? '/' : '/login'} replace />
  return (
    <div className="welcome welcome--short">
      <div className="welcome__scene">
        <ParadeArt className="scene--s" />
        <WalkArt className="scene--l" />
      </div>
      <div className="welcome__form centered">
        <h1 tabIndex={-1}>{m.auth_goodbye_title()}</h1>
        <p>
          <Rich
            parts={m.auth_goodbye_text.parts({})}
            marks={{ strong: (words) => <strong>{words}</strong> }}
          />
        </p>
        <p className="quiet">{m.auth_goodbye_wish()}</p>
        <ButtonLink className="welcome__next" size="large" wide to="/register">
          {m.auth_come_back({ brand })}
        </ButtonLink>
      </div>
    </div>
  )
}
