import { type ChildFields, childFields } from '@tagalong/contract/features/children/children.contract.ts'
import { grades, lastInitial } from '@tagalong/contract/features/children/children.rules.ts'
import type { Availability } from '@tagalong/contract/values/availability.ts'
import { useId } from 'react'
import { clearDraft, useDraft } from '#lib/draft.ts'
import { useForm } from '#lib/form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Prompt, Select, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { AvailabilityEditor } from './availability-editor.tsx'

interface ChildDialogProps {
  /** Null adds a child. */
  child: ChildFields | null
  /** Under this key what was typed is kept, until it is saved or cancelled. */
  draftKey: string
  onSave: (child: ChildFields) => void
  onClose: () => void
}

const gradeOptions = [
  { value: '', text: 'Choose a grade' },
  ...grades.map((grade) => ({ value: grade, text: grade })),
]

/** Mount it anew for each child. */
export function ChildDialog({ child, draftKey, onSave, onClose }: ChildDialogProps) {
  const formId = useId()
  const [values, setValues] = useDraft(draftKey, {
    firstName: child?.firstName ?? '',
    lastNameInitial: child?.lastNameInitial ?? '',
    school: child?.school ?? '',
    grade: child?.grade ?? null,
    availability: child?.availability ?? ([] as Availability),
  })
  const form = useForm({
    values,
    setValues,
    schema: childFields,
    send: async (valid) => {
      clearDraft(draftKey)
      onSave(known(valid))
    },
  })
  const cancel = () => {
    clearDraft(draftKey)
    onClose()
  }
  const name = values.firstName.trim() || 'your child'

  return (
    <Dialog
      title={child ? 'Edit child' : 'Add a child'}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={cancel}>Cancel</Button>
          <Button variant="action" type="submit" form={formId} isPending={form.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={form.submit}>
        <div className="childname">
          <TextField label="First Name" isRequired autoComplete="off" {...form.field('firstName')} />
          <TextField
            label="Last Initial"
            isRequired
            autoComplete="off"
            {...form.field('lastNameInitial')}
            onChange={(event) => form.set('lastNameInitial', lastInitial(event.target.value))}
          />
        </div>
        <TextField label="School" autoComplete="off" {...form.field('school')} />
        <Select
          label="Grade"
          options={gradeOptions}
          {...form.field('grade')}
          onChange={(event) => form.set('grade', grades.find((each) => each === event.target.value) ?? null)}
        />
        <details className="folded">
          <summary className="row">
            <span className="grow">
              <b className="display">Availability</b>
              <small className="quiet">When is {name} free to play?</small>
            </span>
            <Icon name="down" className="chev" />
          </summary>
          <AvailabilityEditor
            label={`When is ${name} free?`}
            value={values.availability}
            onChange={(week) => form.set('availability', week)}
          />
        </details>
        {form.problem && <Prompt>{form.problem}</Prompt>}
      </form>
    </Dialog>
  )
}

/** What was left empty is not told. */
function known({ school, grade, availability, ...name }: ChildFields): ChildFields {
  return {
    ...name,
    school: school || null,
    grade: grade ?? null,
    availability: availability && availability.length > 0 ? availability : null,
  }
}
