import { type Group, savePod } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { Button } from '#ui/button.tsx'
import { closeUnless } from '#ui/dialogs/close-unless.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { changesOf } from '#ui/form/changes.ts'
import { Form } from '#ui/form/form.tsx'
import type { Values } from '#ui/form/form-types.ts'
import { useSavePod } from '../groups.queries.ts'

interface PodDialogProps {
  group: string
  /** Null to make one. */
  pod: Group['subGroups'][number] | null
  onClose: () => void
}

/** Needs a new key for each pod. */
export function PodDialog({ group, pod, onClose }: PodDialogProps) {
  const id = pod?._id ?? 'new'
  const draftKey = `pod:${group}:${id}`
  const [stored] = useState({ name: pod?.name ?? '', description: pod?.description ?? '' })
  const [changes, setChanges] = useDraft<Values>(draftKey, {})
  // One key per set of values, so that pressing again after a lost response makes no second pod.
  const [idempotencyKey, setIdempotencyKey] = useState(() => newIdempotencyKey())
  const { mutateAsync: save, isPending } = useSavePod()
  const close = () => {
    clearDraft(draftKey)
    onClose()
  }
  return (
    <Dialog
      title={pod ? m.groups_pod_edit_title() : m.groups_pod_create_title()}
      isOpen
      onClose={closeUnless(isPending, onClose)}
    >
      <Form
        endpoint={savePod}
        schema={savePod.body}
        initialValues={{ ...stored, ...changes }}
        extraBody={{ group }}
        onEdit={(next) => {
          setChanges(changesOf(next, stored))
          setIdempotencyKey(newIdempotencyKey())
        }}
        fields={[
          { name: 'name', label: m.groups_pod_name(), isRequired: true, autoComplete: 'off' },
          { name: 'description', label: m.common_description(), type: 'multi-line', rows: 3 },
        ]}
        send={async (typed) => {
          const body = pod ? { ...changesOf(typed, stored), group } : typed
          await save({ id, body, idempotencyKey })
          close()
        }}
        submitLabel={pod ? m.groups_pod_edit() : m.groups_pod_add()}
        actions={<Button onPress={closeUnless(isPending, close)}>{m.common_cancel()}</Button>}
      />
    </Dialog>
  )
}
