import type { Session } from '@tagalong/contract/features/auth/auth.contract.ts'
import { useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { useNow } from '#lib/now.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from '../auth.queries.ts'
import './signed-in-devices.css'

/** A section of the profile. */
export function SignedInDevices() {
  const sessions = useSessions()
  return (
    <section className="card profile__part" aria-labelledby="devices">
      <h2 id="devices">Signed-in devices</h2>
      <Loaded query={sessions} skeleton={<SkeletonCards count={1} />}>
        {(data) => <Devices sessions={data} />}
      </Loaded>
    </section>
  )
}

function Devices({ sessions }: { sessions: readonly Session[] }) {
  const now = useNow(60_000)
  // The one in hand first, whichever was seen last.
  const sorted = sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  return (
    <>
      <ul className="devices">
        {sorted.map((session) => (
          <Device key={session._id} session={session} now={now} />
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) && <SignOutElsewhere />}
    </>
  )
}

function Device({ session, now }: { session: Session; now: number }) {
  const { _id, device, createdAt, lastSeenAt, isCurrent } = session
  const { mutate, isPending } = useEndSession()
  const end = () =>
    mutate(_id, {
      onSuccess: () => showToast(`${device} is signed out`),
      onError: (error) => showToast(failureText(error), { problem: true }),
    })
  return (
    <li className="row">
      <div className="grow">
        <b>{device}</b>
        <p className="small quiet">
          {!isCurrent && `Last seen ${relativeTime(lastSeenAt, now)} · `}
          Signed in {relativeTime(createdAt, now)}
        </p>
      </div>
      {isCurrent ? (
        <Badge kind="accepted">This device</Badge>
      ) : (
        <Button size="small" isPending={isPending} aria-label={`Sign out ${device}`} onPress={end}>
          Sign out
        </Button>
      )}
    </li>
  )
}

function SignOutElsewhere() {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error, reset } = useEndOtherSessions()
  const close = () => {
    setAsking(false)
    reset()
  }
  const confirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        close()
        showToast('You are signed in on this device only')
      },
    })
  return (
    <>
      <p className="devices__all">
        <Button variant="line" wide onPress={() => setAsking(true)}>
          Sign out everywhere else
        </Button>
      </p>
      <ConfirmDialog
        title="Sign out everywhere else?"
        text="All your other devices will have to sign in again. This one stays signed in."
        confirmLabel="Sign out"
        isOpen={isAsking}
        isPending={isPending}
        problem={error ? failureText(error) : undefined}
        onConfirm={confirm}
        onCancel={close}
      />
    </>
  )
}
