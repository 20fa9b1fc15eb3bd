import type { Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import EventArt from '#ui/art/event.svg?react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useChangeMembership } from '../groups.queries.ts'

/** Leaves the group after a confirmation. */
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
        {m.groups_leave()}
      </Button>
      <ConfirmDialog
        text={membership.isGroupAdmin ? m.groups_leave_as_admin() : m.groups_leave_as_member()}
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
