import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import type { BlockPreview } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { SmallDialog } from '#ui/dialogs/small-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useBlock, useBlockPreview } from '../safety.queries.ts'
import '../safety.css'

interface BlockDialogProps {
  person: CaregiverName
  onClose: () => void
}

/** Says what a block will do, and asks for confirmation. */
export function BlockDialog({ person, onClose }: BlockDialogProps) {
  const block = useBlock()
  const preview = useBlockPreview(person._id, { enabled: !block.isPending && !block.isSuccess })
  const once = useOneAtATime({ isOnce: true })
  const name = `${person.name} ${person.lastName}`.trim()
  const confirm = () => once(() => block.mutateAsync(person).then(onClose))
  const refusal = preview.data?.refusal
  const error = preview.error ?? block.error
  return (
    <SmallDialog
      title={m.safety_block_question({ name })}
      text={m.safety_block_note({ name: person.name })}
      confirmLabel={m.safety_block()}
      isOpen
      about={<CaregiverAvatar caregiver={person} size="3.5rem" />}
      isPending={block.isPending}
      problem={refusal ?? (error ? failureText(error) : undefined)}
      {...(!refusal && { onConfirm: confirm })}
      isConfirmDisabled={!preview.data}
      onCancel={onClose}
    >
      {preview.isPending && <Spinner size="2rem" label={m.common_loading()} />}
      {preview.data && !refusal && <WhatItDoes {...preview.data} name={person.name} />}
    </SmallDialog>
  )
}

function WhatItDoes({ playdates, groups, name }: BlockPreview & { name: string }) {
  return (
    <>
      {playdates > 0 && (
        <p className="row block__playdates">
          <Icon name="calendar" />
          <b>{m.safety_block_playdates({ count: playdates })}</b>
        </p>
      )}
      {groups.map((group) => (
        <p className="small quiet" key={group.name}>
          {m.safety_block_group({ group: group.name })}
          {group.isAdmin && ` ${m.safety_block_admin({ group: group.name, name })}`}
        </p>
      ))}
    </>
  )
}
