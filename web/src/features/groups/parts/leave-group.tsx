import type { Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import { useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import EventArt from '#ui/art/event.svg?react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useChangeMembership } from '../groups.queries.ts'

/** The way out, once the viewer has said so twice. */
export function LeaveGroup({ membership }: { membership: Membership }) {
  const [isAsking, setAsking] = useState(false)
  const change = useChangeMembership()
  const close = () => {
    setAsking(false)
    change.reset()
  }
  return (
    <div className="group__leave">
      <Button variant="danger" onPress={() => setAsking(true)}>
        <Icon name="logout" small />
        Leave Group
      </Button>
      <ConfirmDialog
        text={
          membership.isGroupAdmin
            ? 'You can come back with the access code, but not as a group admin. If nobody else runs the group, its code stops working.'
            : 'You can come back with the access code. Playdates that are planned stay.'
        }
        about={<EventArt className="eventicon" />}
        isOpen={isAsking}
        isPending={change.isPending}
        problem={change.error ? failureText(change.error) : undefined}
        onConfirm={() => change.mutate({ membership: membership._id, status: 'rejected' })}
        onCancel={close}
      />
    </div>
  )
}
