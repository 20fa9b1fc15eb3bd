import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '#lib/session/session.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { useSessions } from './auth.queries.ts'
import { ChangePassword } from './parts/change-password.tsx'
import { SignedInDevices } from './parts/signed-in-devices.tsx'
import { CodesSheet } from './security/codes-sheet.tsx'
import { PasskeysCard } from './security/passkeys-card.tsx'
import { SecondStepCard } from './security/second-step-card.tsx'
import { type Security, useSecurity } from './security.queries.ts'
import './security/security.css'

/** /security: how one signs in, and where one is signed in. Administrators have it without a profile, too. */
export function SecurityScreen() {
  const security = useSecurity()
  // Asked for at once, and shown below what comes first: nothing jumps.
  useSessions()
  return (
    <div className="stack security">
      <Loaded query={security} skeleton={<SkeletonCards count={4} />}>
        {(data) => <WaysToSignIn security={data} />}
      </Loaded>
      {/* Once known, also while it is asked for once more: somebody may be typing there. */}
      {security.isFetched && (
        <>
          <ChangePassword changedAt={security.data?.passwordChangedAt ?? null} />
          <SignedInDevices />
          <WayOut />
        </>
      )}
    </div>
  )
}

function WaysToSignIn({ security }: { security: Security }) {
  /** Shown once, whatever brought them. */
  const [codes, setCodes] = useState<readonly string[]>()
  /** They were made, and the answer with them was lost. */
  const [areLost, setLost] = useState(false)
  const show = (shown: readonly string[]) => {
    setLost(false)
    setCodes(shown)
  }
  const ways = { security, onCodes: show, onLost: () => setLost(!security.secondStep) }
  return (
    <>
      <Setup security={security} />
      <PasskeysCard {...ways} />
      <SecondStepCard {...ways} areLost={areLost && security.secondStep} onGivenUp={() => setLost(false)} />
      {codes && <CodesSheet codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

/** What administrators must do before they open anything of /admin; then, the way there. */
function Setup({ security: { mustSetUp, secondStep, passkeys, totp } }: { security: Security }) {
  const [query] = useSearchParams()
  const { user } = useSession()
  const isSentHere = query.has('setup') && user?.permissions.isAdmin
  if (mustSetUp)
    return (
      <p className="row security__setup" role="status">
        <Icon name="shield" />
        <span className="grow">
          {passkeys.length > 0 || totp ? m.auth_setup_switch() : m.auth_setup_needed()}
        </span>
      </p>
    )
  if (!isSentHere || !secondStep) return null
  return (
    <div className="row security__setup" role="status">
      <Icon name="check" />
      <span className="grow">{m.auth_setup_done()}</span>
      <ButtonLink size="small" variant="action" to="/admin">
        {m.app_nav_admin()}
      </ButtonLink>
    </div>
  )
}

/** Whoever has no profile has no other place to leave from. */
function WayOut() {
  const { user, viewer } = useSession()
  if (!user || viewer) return null
  return (
    <p className="centered">
      <ButtonLink variant="quiet" to="/logout">
        <Icon name="logout" small />
        {m.common_log_out()}
      </ButtonLink>
    </p>
  )
}
