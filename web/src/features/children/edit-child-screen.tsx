import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { useGrownUps } from '#features/guardians/guardians.queries.ts'
import { ChangedByOther } from '#features/guardians/parts/changed-by-other.tsx'
import { GrownUpsCard } from '#features/guardians/parts/grown-ups-card.tsx'
import { failureText } from '#lib/calls/failure-text.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { backToPage } from '#lib/navigation/back-closes.ts'
import { useIsHere } from '#lib/navigation/use-navigate-from-here.ts'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import LostArt from '#ui/art/empty-lost.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { changesOf } from '#ui/form/changes.ts'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import { showToast } from '#ui/toast.tsx'
import { useDaysAway } from './away/away.queries.ts'
import { AwayLines } from './away/away-lines.tsx'
import { type ChildValues, noValues, valuesOf } from './child-values.ts'
import { useCreateChild, useDeleteChild, useGetChild, useSaveChild } from './children.queries.ts'
import { ChildInputs } from './parts/child-inputs.tsx'
import { type ChildForm, useChildForm } from './use-child-form.ts'
import './children.css'

const profile = '/profile'

/** /edit-child/new adds a child, /edit-child/{id} changes one. */
export function EditChildScreen() {
  const { id = 'new' } = useParams()
  return id === 'new' ? <NewChild /> : <OwnChild key={id} id={id} />
}

const newKey = 'child:new'

function NewChild() {
  const leave = useLeave(newKey)
  const { mutateAsync: create } = useCreateChild()
  // Kept with the draft: pressing Save again after a lost response must not make a second child.
  const [{ attempt, ...values }, setDraft] = useDraft(newKey, { ...noValues, attempt: newIdempotencyKey() })
  const form = useChildForm({
    values,
    setValues: (next) => setDraft({ ...next, attempt: newIdempotencyKey() }),
    send: async (body) => {
      const child = await create({ body, idempotencyKey: attempt })
      leave()
      showToast(m.children_added({ name: child.firstName }))
    },
  })
  return <ChildPage form={form} onCancel={leave} />
}

function OwnChild({ id }: { id: string }) {
  const child = useGetChild(id)
  return (
    <Loaded query={child} missing={<NotHere />}>
      {(data) => <StoredChild child={data} />}
    </Loaded>
  )
}

function NotHere() {
  return (
    <EmptyState
      art={<LostArt />}
      text={m.children_not_here()}
      note={m.children_not_here_note()}
      action={
        <ButtonLink variant="action" to={profile}>
          {m.children_to_profile()}
        </ButtonLink>
      }
    />
  )
}

type ChildDraft = Partial<ChildValues> & {
  /** The previous values of the fields that were changed. */
  over?: Partial<ChildValues>
  /** The version that the first change was based on. */
  version?: number
  attempt: string
}

function StoredChild({ child }: { child: Child }) {
  const [draft, setDraft] = useDraft<ChildDraft>(keyOf(child), { attempt: newIdempotencyKey() })
  const { over = {}, version = child.version, attempt, ...typed } = draft
  const stored = valuesOf(child)
  const changes = changesOf(typed, stored)
  const values = { ...stored, ...changes }
  // Another guardian's changes to other fields are kept without asking.
  const isTwice = Object.keys(changesOf(over, stored)).some((field) => field in changes)
  const draftOf = (next: ChildValues, before: Partial<ChildValues>, seen: number): ChildDraft => ({
    ...changesOf(next, stored),
    over: changesOf({ ...stored, ...before }, next),
    version: seen,
    attempt: newIdempotencyKey(),
  })
  const [answers, setAnswers] = useState(0)
  const answer = (next: ChildDraft) => {
    setDraft(next)
    setAnswers((before) => before + 1)
  }
  return (
    <ChangedChild
      // A new key drops the errors that belong to the previous version.
      key={answers}
      child={child}
      version={isTwice ? version : child.version}
      attempt={attempt}
      values={values}
      setValues={(next) => setDraft(draftOf(next, over, version))}
      onKeep={() => answer(draftOf(values, {}, child.version))}
      onDrop={() => answer({ attempt: newIdempotencyKey() })}
    />
  )
}

const keyOf = ({ _id }: Child) => `child:${_id}`

interface ChangedChildProps {
  child: Child
  /** Older than the child's version if another guardian changed the same fields. */
  version: number
  attempt: string
  values: ChildValues
  setValues: (next: ChildValues) => void
  onKeep: () => void
  onDrop: () => void
}

function ChangedChild({ child, version, attempt, values, setValues, onKeep, onDrop }: ChangedChildProps) {
  const leave = useLeave(keyOf(child))
  const { mutateAsync: save } = useSaveChild(child._id)
  // A guardian can't delete a child that has other guardians.
  const isShared = (useGrownUps(child._id).data?.guardians.length ?? 1) > 1
  const form = useChildForm({
    values,
    setValues,
    // The server refuses a change that is based on an older version; the viewer then chooses.
    send: async (body) => {
      // Includes the version, as a save over another version is a different call.
      await save({ body: { ...body, version }, idempotencyKey: `${attempt}-${version}` })
      leave()
      showToast(m.children_changes_saved())
    },
  })
  return (
    <ChildPage
      form={form}
      onCancel={leave}
      away={<Away child={child} />}
      grownUps={<GrownUpsCard child={child} />}
      notice={version !== child.version && <ChangedByOther onKeep={onKeep} onDrop={onDrop} />}
      more={
        <DeleteChild
          child={child}
          isShared={isShared}
          onDeleted={() => {
            leave()
            showToast(m.children_deleted({ name: child.firstName }))
          }}
        />
      }
    />
  )
}

function Away({ child }: { child: Child }) {
  const { data, error, refetch } = useDaysAway()
  if (error && !data) return <PartProblem text={failureText(error)} onRetry={() => void refetch()} />
  return (
    <p className="childhours__away">
      <AwayLines child={child._id} />
    </p>
  )
}

/** Discards the draft and goes to /profile. Going back doesn't return here. */
function useLeave(draftKey: string) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return async () => {
    clearDraft(draftKey)
    if (!isHere()) return
    // The current history entry may be that of the dialog in which the child was deleted.
    await backToPage()
    navigate(profile, { replace: true })
  }
}

interface ChildPageProps {
  form: ChildForm
  onCancel: () => void
  away?: ReactNode
  /** Shown below the hours. */
  grownUps?: ReactNode
  /** Shown instead of the form's problem. */
  notice?: ReactNode
  /** Shown beside Cancel. */
  more?: ReactNode
}

function ChildPage({ form, onCancel, away, grownUps, notice, more }: ChildPageProps) {
  return (
    <form className="stack childform" noValidate onSubmit={form.submit}>
      <ChildInputs form={form} away={away} />
      {grownUps}
      {notice || (form.problem && <Prompt>{form.problem}</Prompt>)}
      <Button
        variant="action"
        type="submit"
        size="large"
        wide
        isPending={form.isPending}
        isDisabled={form.isPhotoBusy}
      >
        {form.problem ? m.common_retry() : m.common_save()}
      </Button>
      <div className="childform__more">
        <Button variant="quiet" onPress={onCancel}>
          {m.common_cancel()}
        </Button>
        {more}
      </div>
    </form>
  )
}

function DeleteChild({
  child,
  onDeleted,
  ...props
}: {
  child: Child
  isShared: boolean
  onDeleted: () => void
}) {
  const { isShared } = useHeldUnderDialog(props)
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync, isPending, error, reset } = useDeleteChild(child._id)
  const oneAtATime = useOneAtATime({ isOnce: true })
  const close = () => {
    setAsking(false)
    reset()
  }
  const confirm = () => oneAtATime(() => mutateAsync(undefined, { onSuccess: onDeleted }))
  if (isShared) return null
  return (
    <>
      <Button variant="danger" onPress={() => setAsking(true)}>
        <Icon name="bin" small />
        {m.children_delete()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        about={<ChildAvatar child={child} size="3.5rem" />}
        isPending={isPending}
        problem={error ? failureText(error, { 0: m.children_delete_failed() }) : undefined}
        onCancel={close}
        onConfirm={confirm}
      >
        <p>{m.children_delete_note({ name: childName(child) })}</p>
      </ConfirmDialog>
    </>
  )
}
