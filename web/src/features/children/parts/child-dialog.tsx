import type { ChildFields } from '@tagalong/contract/features/children/children.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId } from 'react'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { noValues, valuesOf } from '../child-values.ts'
import { useChildForm } from '../use-child-form.ts'
import { ChildInputs } from './child-inputs.tsx'

interface ChildDialogProps {
  /** Null to add a child. */
  child: ChildFields | null
  /** Draft key of the inputs, until they are saved or cancelled. */
  draftKey: string
  onSave: (child: ChildFields) => void
  onClose: () => void
}

/** Needs a new key for each child. */
export function ChildDialog({ child, draftKey, onSave, onClose }: ChildDialogProps) {
  const formId = useId()
  const [values, setValues] = useDraft(draftKey, child ? valuesOf(child) : noValues)
  const form = useChildForm({
    values,
    setValues,
    send: async (valid) => {
      clearDraft(draftKey)
      onSave(valid)
    },
  })
  const cancel = () => {
    clearDraft(draftKey)
    onClose()
  }

  return (
    <Dialog
      title={child ? m.common_edit_child() : m.common_add_child()}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={cancel}>{m.common_cancel()}</Button>
          <Button
            variant="action"
            type="submit"
            form={formId}
            isPending={form.isPending}
            isDisabled={form.isPhotoBusy}
          >
            {m.common_save()}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={form.submit}>
        <ChildInputs form={form} isFolded />
        {form.problem && <Prompt>{form.problem}</Prompt>}
      </form>
    </Dialog>
  )
}
