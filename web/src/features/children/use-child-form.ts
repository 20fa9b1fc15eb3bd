import { type ChildFields, childFields } from '@tagalong/contract/features/children/children.contract.ts'
import { useForm } from '#lib/form.ts'
import { type ChildValues, told } from './child-values.ts'

interface ChildFormOptions {
  values: ChildValues
  setValues: (next: ChildValues) => void
  send: (child: ChildFields) => Promise<void>
}

/** What the dialog and the screen have in common; draw it with ChildInputs. */
export function useChildForm({ values, setValues, send }: ChildFormOptions) {
  const form = useForm({ values, setValues, schema: childFields, send: (valid) => send(told(valid)) })
  return { ...form, values }
}

export type ChildForm = ReturnType<typeof useChildForm>
