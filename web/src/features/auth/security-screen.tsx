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

/** /security: the ways to sign in, and the signed-in devices. Administrators without a profile have it, too. */
export function SecurityScreen() {
  const security = useSecurity()
  // Requested at once though shown further down, so that nothing jumps.
  useSessions()
  return (
    <div className="stack security">
      <Loaded query={security} skeleton={<SkeletonCards count={4} />}>
        {(data) => <WaysToSignIn security={data} />}
      </Loaded>
      {/* Stays once loaded, also during a refetch: the user may be typing there. */}
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
  /** Recovery codes, shown once, whichever call returned them. */
  const [codes, setCodes] = useState<readonly string[]>()
  /** True if codes were made but the response that carried them was lost. */
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

/** Tells administrators what to set up before they can open any page of /admin; then links back there. */
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

/** For a user without a profile, who has no other place to sign out. */
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
