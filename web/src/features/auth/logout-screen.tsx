import { logout } from '@tagalong/contract/features/auth/auth.contract.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call } from '#lib/api.ts'
import { clearAllDrafts } from '#lib/draft.ts'
import { removeToken } from '#lib/stored-token.ts'
import { NoticeDialog } from '#ui/notice-dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'

export function LogoutScreen() {
  const navigate = useNavigate()
  const hasBegun = useRef(false)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    call(logout).then(
      () => {
        clearAllDrafts()
        removeToken()
        navigate('/login', { replace: true })
      },
      (error: unknown) => {
        // The session was over already: the call itself has led to /login.
        if (!(error instanceof ApiError && error.status === 401)) setFailed(true)
      },
    )
  }, [navigate])

  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <div className="halt">
      {!hasFailed && <Spinner label="" />}
      <h1>Logging out...</h1>
      <NoticeDialog
        title="Still signed in"
        text="We had some trouble logging you out. Please try again or refresh the page"
        isOpen={hasFailed}
        onClose={goBack}
      />
    </div>
  )
}
