import type { AnyEndpoint, BodyOf, DataOf } from '@tagalong/contract/http/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '#lib/calls/api.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { Button } from '#ui/button.tsx'
import { callAny } from '#ui/form/call-any.ts'
import { changesOf } from '#ui/form/changes.ts'
import { Form } from '#ui/form/form.tsx'
import type { FormRow, NameOf, Values } from '#ui/form/form-types.ts'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { ConfirmDelete } from './row-actions.tsx'
import './manage-form.css'

interface ManageFormProps<Save extends AnyEndpoint> {
  save: Save
  /** 'new' creates a row, whose typed values are kept as a draft until it is saved. */
  id: string
  /** False if a field could not show what a draft holds. */
  keepsDraft?: boolean
  values: Values
  fields: readonly FormRow<NameOf<Save>>[]
  /** Always sent. Of an existing row's other fields, only those that were changed are. */
  needs?: readonly NameOf<Save>[]
  extraBody?: Values
  fieldByRefusal?: Readonly<Record<string, NameOf<Save>>>
  /** Shows the server's refusals below the form, whichever fields they are about. */
  showsBelow?: boolean
  onEdit?: (values: Values) => void
  /** Why the form can't be sent yet, if that is outside its fields. Shown below the form. */
  obstacle?: string | undefined
  /** The list's path, also where a deletion leads. */
  listPath: string
  saved: string
  afterSave: (answer: DataOf<Save>) => void
  deletion?: { label: string; name: string; onDelete: () => Promise<unknown> }
  /** Shown between the fields and the buttons. */
  children?: ReactNode
}

/** The form of one row, with Back, Save and, if possible, a button that deletes it. */
export function ManageForm<Save extends AnyEndpoint>(props: ManageFormProps<Save>) {
  const { save, id, values, fields, extraBody, fieldByRefusal, listPath, saved, afterSave, deletion } = props
  const { keepsDraft = true, showsBelow = false, obstacle, needs = [] } = props
  const queries = useQueryClient()
  const navigate = useNavigateFromHere()
  const isKept = id === 'new' && keepsDraft
  const draftKey = `admin:${save.name}`
  const [draft, setDraft] = useDraft<Values>(draftKey, values)
  /** The values that this form knows to be stored. Another administrator may have changed them since. */
  const stored = useRef(values)
  const attempt = useRef<{ body: string; key: string }>(undefined)
  /** Returns the same key for the same body, so that pressing again after a lost answer doesn't create a second row. */
  const keyFor = (body: unknown) => {
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { body: text, key: newIdempotencyKey() }
    return attempt.current.key
  }
  const changed = (typed: Values) => {
    const needed = Object.entries(typed).filter(([name]) => needs.some((each) => each === name))
    return { ...changesOf(typed, stored.current), ...Object.fromEntries(needed) }
  }
  const [isDeleting, setDeleting] = useState(false)
  const goBack = () => {
    clearDraft(draftKey)
    // If the user came here by the address alone, there is no page to go back to.
    const before = (window.history.state as { idx?: number } | null)?.idx ?? 0
    if (before > 0) navigate(-1)
    else navigate(listPath)
  }
  return (
    <>
      <Form<Save>
        className="card manageform"
        endpoint={save}
        {...(save.body && { schema: save.body as z.ZodMiniType })}
        initialValues={isKept ? draft : values}
        fields={fields}
        {...(extraBody && { extraBody })}
        {...(fieldByRefusal && { fieldByRefusal })}
        onEdit={(next) => {
          if (isKept) setDraft(next)
          props.onEdit?.(next)
        }}
        send={async (typed: BodyOf<Save>) => {
          if (obstacle) throw obstacle
          const body: Values = id === 'new' ? (typed as Values) : changed(typed as Values)
          const answer = await callAny(save, { params: { id }, body, idempotencyKey: keyFor(body) }).catch(
            (error: unknown) => {
              throw showsBelow && error instanceof ApiError && error.status === 409 ? error.message : error
            },
          )
          stored.current = { ...stored.current, ...body }
          // After a save, the same values are a new attempt, since another administrator may have changed the row
          // meanwhile.
          attempt.current = undefined
          if (isKept) clearDraft(draftKey)
          await queries.invalidateQueries({ queryKey: ['admin'] })
          showToast(saved)
          afterSave(answer as DataOf<Save>)
        }}
        submitLabel="Save"
        retryLabel="Save"
        actions={
          <>
            {deletion && (
              <Button variant="danger" onPress={() => setDeleting(true)}>
                <Icon name="bin" small />
                {deletion.label}
              </Button>
            )}
            <Button onPress={goBack}>Back</Button>
          </>
        }
      >
        {props.children}
      </Form>
      {isDeleting && deletion && (
        <ConfirmDelete
          name={deletion.name}
          onDelete={async () => {
            await deletion.onDelete()
            // Drops cached lists with the row. The row's own query is still in use, and must not be refetched.
            queries.removeQueries({ queryKey: ['admin'], type: 'inactive' })
          }}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(listPath, { replace: true })}
        />
      )}
    </>
  )
}
