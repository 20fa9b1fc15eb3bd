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
  /** 'new' makes one; what is typed for it is kept until it is sent. */
  id: string
  /** Not where a field alone would not know what it holds. */
  keepsDraft?: boolean
  values: Values
  fields: readonly FormRow<NameOf<Save>>[]
  /** Sent in any case. Of the other fields of what is there already only those that were changed are. */
  needs?: readonly NameOf<Save>[]
  extraBody?: Values
  fieldByRefusal?: Readonly<Record<string, NameOf<Save>>>
  /** What the server refuses is shown under the form, whichever fields it is about. */
  showsBelow?: boolean
  onEdit?: (values: Values) => void
  /** What has to be mended outside the fields before anything is sent, shown under the form. */
  obstacle?: string | undefined
  /** Where the list is, and where one goes once it is deleted. */
  listPath: string
  saved: string
  afterSave: (answer: DataOf<Save>) => void
  deletion?: { label: string; name: string; onDelete: () => Promise<unknown> }
  /** Between the fields and the buttons. */
  children?: ReactNode
}

/** The form of one row: Back, Save and, where there is something to delete, that. */
export function ManageForm<Save extends AnyEndpoint>(props: ManageFormProps<Save>) {
  const { save, id, values, fields, extraBody, fieldByRefusal, listPath, saved, afterSave, deletion } = props
  const { keepsDraft = true, showsBelow = false, obstacle, needs = [] } = props
  const queries = useQueryClient()
  const navigate = useNavigateFromHere()
  const isKept = id === 'new' && keepsDraft
  const draftKey = `admin:${save.name}`
  const [draft, setDraft] = useDraft<Values>(draftKey, values)
  /** What this form knows to be stored. Somebody else may have changed it since. */
  const stored = useRef(values)
  const attempt = useRef<{ body: string; key: string }>(undefined)
  /** One key for one set of values: pressing again after a lost answer makes no second one. */
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
    // Whoever came by the address has no page to go back to.
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
          // What was saved may have been changed by somebody else until it is saved again.
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
            // No list shows it any more; the row itself is not asked for again.
            queries.removeQueries({ queryKey: ['admin'], type: 'inactive' })
          }}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(listPath, { replace: true })}
        />
      )}
    </>
  )
}
