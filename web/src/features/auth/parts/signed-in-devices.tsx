import type { Session } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { useNow } from '#lib/now.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from '../auth.queries.ts'
import './signed-in-devices.css'

/** Matches the systems of handheld devices by name. */
const isHandheld = /Android|iPhone|iPad|iOS/

/** A section of /security. */
export function SignedInDevices() {
  const sessions = useSessions()
  return (
    <section className="card" aria-labelledby="devices">
      <h2 id="devices">{m.auth_devices()}</h2>
      <Loaded query={sessions} skeleton={<SkeletonCards count={1} />}>
        {(data) => <Devices sessions={data} />}
      </Loaded>
    </section>
  )
}

function Devices(props: { sessions: readonly Session[] }) {
  const { sessions } = useHeldUnderDialog(props)
  const now = useNow(60_000)
  // Keeps the order from when the page was opened, so that no line moves under a finger about to sign out another.
  const [places] = useState(() => sessions.map(({ _id }) => _id))
  const placeOf = ({ _id, isCurrent }: Session) => (isCurrent ? -1 : places.indexOf(_id) >>> 0)
  const sorted = sessions.toSorted((a, b) => placeOf(a) - placeOf(b))
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
  const since = relativeTime(createdAt, now)
  const { mutate, isPending } = useEndSession()
  const end = () =>
    mutate(_id, {
      onSuccess: () => showToast(m.auth_device_signed_out({ device })),
      onError: (error) => showToast(failureText(error), { problem: true }),
    })
  return (
    <li className="row">
      <span className="well">
        <Icon name={isHandheld.test(device) ? 'phone' : 'laptop'} />
      </span>
      <div className="grow">
        <b>{device}</b>
        <p className="small quiet">
          {isCurrent
            ? m.auth_device_since({ since })
            : m.auth_device_seen({ seen: relativeTime(lastSeenAt, now), since })}
        </p>
      </div>
      {isCurrent ? (
        <Badge kind="accepted">{m.auth_device_this()}</Badge>
      ) : (
        <Button
          size="small"
          isPending={isPending}
          aria-label={m.auth_device_sign_out_named({ device })}
          onPress={end}
        >
          {m.auth_device_sign_out()}
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
        showToast(m.auth_devices_only_this())
      },
    })
  return (
    <>
      <p className="devices__all">
        <Button variant="line" wide onPress={() => setAsking(true)}>
          {m.auth_devices_sign_out()}
        </Button>
      </p>
      <ConfirmDialog
        title={m.auth_devices_question()}
        text={m.auth_devices_note()}
        confirmLabel={m.auth_device_sign_out()}
        isOpen={isAsking}
        isPending={isPending}
        problem={error ? failureText(error) : undefined}
        onConfirm={confirm}
        onCancel={close}
      />
    </>
  )
}
