import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { useState } from 'react'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { PhoneNumber } from '#ui/phone-field.tsx'
import { useAcceptConnection, useRejectConnection, useRemoveConnection } from '../connections.queries.ts'

/** Somebody would like to connect: only the invitee may answer. */
export function ReceivedInvite({ connection }: { connection: Connection }) {
  const accept = useAcceptConnection()
  const reject = useRejectConnection()
  const { inviter } = connection
  return (
    <li className="card">
      <div className="row">
        <CaregiverAvatar caregiver={inviter} />
        <div className="grow">
          <h2 className="friend__name">
            {inviter.name} {inviter.lastName}
          </h2>
          <p className="small quiet">would like to connect</p>
        </div>
        <Badge kind="invited">invited</Badge>
      </div>
      <div className="row invite__answers">
        <Button
          className="grow"
          variant="primary"
          size="small"
          isPending={accept.isPending}
          onPress={() => accept.mutate(connection)}
        >
          <Icon name="check" small />
          Accept
        </Button>
        <Button
          className="grow"
          size="small"
          isPending={reject.isPending}
          onPress={() => reject.mutate(connection)}
        >
          Reject
        </Button>
      </div>
    </li>
  )
}

/** What the viewer sent and can still take back. */
export function SentInvite({ connection }: { connection: Connection }) {
  const remove = useRemoveConnection()
  const [isAsking, setAsking] = useState(false)
  const { _id, inviteeName, inviteePhoneNumber } = connection
  const avatar = <CaregiverAvatar caregiver={{ _id, name: inviteeName }} />
  return (
    <li className="card">
      <div className="row">
        {avatar}
        <div className="grow">
          <h2 className="friend__name">{inviteeName}</h2>
          {inviteePhoneNumber && (
            <p className="small quiet">
              <PhoneNumber number={inviteePhoneNumber} />
            </p>
          )}
        </div>
        <Badge kind="pending">pending</Badge>
      </div>
      <div className="pd__foot">
        <p className="row gap-2">
          <Icon name="clock" small />
          Waiting for {inviteeName} to accept your invite
        </p>
        <button
          className="iconbtn"
          type="button"
          aria-label={`Take back the invite for ${inviteeName}`}
          onClick={() => setAsking(true)}
        >
          <Icon name="bin" />
        </button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        about={avatar}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          remove.mutate(connection)
        }}
      />
    </li>
  )
}
