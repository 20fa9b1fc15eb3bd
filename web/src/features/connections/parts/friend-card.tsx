import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { PersonMenu } from '#features/safety/parts/person-menu.tsx'
import { photosOf } from '#features/safety/parts/reportables.tsx'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useRemoveConnection } from '../connections.queries.ts'

/** The other side of an accepted connection, with their children. */
export function FriendCard({ connection }: { connection: Connection }) {
  const viewer = useViewer()
  const remove = useRemoveConnection()
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    remove.reset()
  }
  const { inviter, invitee, inviteeName, children } = connection
  // Never null once accepted, except for a moment while the viewer's own accept is being sent.
  const other = inviter._id === viewer._id ? invitee : inviter
  const name = other ? `${other.name} ${other.lastName}` : inviteeName
  const avatar = (size?: string) => (
    <CaregiverAvatar
      caregiver={other ?? { _id: connection._id, name: inviteeName }}
      {...(size && { size })}
    />
  )
  return (
    <li className="card">
      <div className="row">
        {avatar()}
        <h2 className="grow friend__name">
          <bdi>{name}</bdi>
        </h2>
        {other && <PersonMenu person={other} things={photosOf(children)} />}
        <button
          className="iconbtn"
          type="button"
          aria-label={m.common_remove({ name })}
          onClick={() => setAsking(true)}
        >
          <Icon name="bin" />
        </button>
      </div>
      {children.length > 0 && (
        <ul className="row friend__children">
          {children.map((child) => (
            <li className="row" key={child._id}>
              <ChildAvatar child={child} size="2.5rem" />
              <bdi>{childName(child)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        about={avatar('3.5rem')}
        isPending={remove.isPending}
        problem={remove.error ? failureText(remove.error) : undefined}
        onCancel={close}
        onConfirm={() => remove.mutate(connection, { onSuccess: close })}
      />
    </li>
  )
}
