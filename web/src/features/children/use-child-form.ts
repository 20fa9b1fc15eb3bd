import { type ChildFields, childFields } from '@tagalong/contract/features/children/children.contract.ts'
import { type SubmitEvent, useState } from 'react'
import { useForm } from '#ui/form/use-form.ts'
import { type ChildValues, sentFields } from './child-values.ts'

interface ChildFormOptions {
  values: ChildValues
  setValues: (next: ChildValues) => void
  send: (child: ChildFields) => Promise<void>
}

/** The form logic shared by the dialog and the screen. Render it with ChildInputs. */
export function useChildForm({ values, setValues, send }: ChildFormOptions) {
  const form = useForm({ values, setValues, schema: childFields, send: (valid) => send(sentFields(valid)) })
  // Blocks submitting during an upload, or the child would be saved without the photo.
  const [isPhotoBusy, setPhotoBusy] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isPhotoBusy) event.preventDefault()
    else form.submit(event)
  }
  return { ...form, values, submit, isPhotoBusy, setPhotoBusy }
}

export type ChildForm = ReturnType<typeof useChildForm>
