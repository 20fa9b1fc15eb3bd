import {
  type Connection,
  connectionTexts,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { useConnections, useRenewLink } from '../connections.queries.ts'
import { InviteLinkDialog } from './invite-link-dialog.tsx'

interface ShareAgainProps {
  connection: Pick<Connection, '_id' | 'inviteeName'>
  hasEnded: boolean
}

/** Makes a new link for an invitation that hasn't been used: the server stores no link that it could show again. */
export function ShareAgain(props: ShareAgainProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        <Icon name="share" small />
        {m.connections_share_again()}
      </Button>
      {isOpen && <ShareAgainDialogs {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ShareAgainDialogs({ connection, hasEnded, onClose }: ShareAgainProps & { onClose: () => void }) {
  const { _id, inviteeName } = connection
  const renew = useRenewLink()
  // A second call would invalidate the link of the first.
  const oneAtATime = useOneAtATime({ isOnce: true })
  const ask = () => oneAtATime(() => renew.mutateAsync(_id))
  const { data, dataUpdatedAt } = useConnections()
  const current = data?.find((each) => each._id === _id)
  /** When the new link ends. */
  const [endsAt, setEndsAt] = useState<string>()
  if (renew.isSuccess && !endsAt && current?.linkEndsAt && dataUpdatedAt > renew.submittedAt)
    setEndsAt(current.linkEndsAt)
  const isOpen = current?.inviteStatus === 'pending' && (!endsAt || current.linkEndsAt === endsAt)
  const isOver = renew.isSuccess && !isOpen
  // It was taken back or shared again elsewhere, or the invitee used the link: a dead link must not be shared.
  useEffect(() => {
    if (!isOver) return
    onClose()
    showToast(connectionTexts.changed(), { problem: true })
  }, [isOver, onClose])
  if (renew.data) {
    return (
      <InviteLinkDialog
        title={m.connections_renewed_title()}
        text={m.connections_renewed_text({ name: inviteeName })}
        url={renew.data.inviteUrl}
        cancelLabel={m.common_close()}
        onSent={onClose}
        onCancel={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      isOpen
      title={m.connections_renew_title()}
      confirmLabel={m.connections_renew()}
      text={
        hasEnded
          ? m.connections_renew_after_end({ name: inviteeName })
          : m.connections_renew_before_end({ name: inviteeName })
      }
      isPending={renew.isPending}
      problem={renew.error ? failureText(renew.error) : undefined}
      onConfirm={ask}
      onCancel={onClose}
    />
  )
}
