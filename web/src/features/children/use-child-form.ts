import { type ChildFields, childFields } from '@tagalong/contract/features/children/children.contract.ts'
import { type SubmitEvent, useState } from 'react'
import { useForm } from '#ui/form/use-form.ts'
import { type ChildValues, sentFields } from './child-values.ts'

interface ChildFormOptions {
  values: ChildValues
  setValues: (next: ChildValues) => void
  send: (child: ChildFields) => Promise<void>
}

/** What the dialog and the screen have in common; draw it with ChildInputs. */
export function useChildForm({ values, setValues, send }: ChildFormOptions) {
  const form = useForm({ values, setValues, schema: childFields, send: (valid) => send(sentFields(valid)) })
  // Sent now, the child would be without the photo that is on its way.
  const [isPhotoBusy, setPhotoBusy] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isPhotoBusy) event.preventDefault()
    else form.submit(event)
  }
  return { ...form, values, submit, isPhotoBusy, setPhotoBusy }
}

export type ChildForm = ReturnType<typeof useChildForm>
