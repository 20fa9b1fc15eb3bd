import { useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '#lib/calls/failure-text.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'

interface RowActionsProps {
  /** Whom or what the row is about. */
  name: string
  /** The path of the row's form. */
  editTo: string
  /** Missing if the row can't be deleted. */
  onDelete?: () => void
}

/** The pencil and the bin at the end of a row. */
export function RowActions({ name, editTo, onDelete }: RowActionsProps) {
  return (
    <>
      <Link className="iconbtn" to={editTo} aria-label={`Edit ${name}`}>
        <Icon name="edit" />
      </Link>
      {onDelete && (
        <button className="iconbtn" type="button" aria-label={`Delete ${name}`} onClick={onDelete}>
          <Icon name="bin" />
        </button>
      )}
    </>
  )
}

interface ConfirmDeleteProps {
  name: string
  /** Rejects if that failed. */
  onDelete: () => Promise<unknown>
  onClose: () => void
  onDeleted?: () => void
}

/** Asks whether to delete something. If that fails, says so and stays open. */
export function ConfirmDelete({ name, onDelete, onClose, onDeleted }: ConfirmDeleteProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const oneAtATime = useOneAtATime()
  const remove = async () => {
    setPending(true)
    setProblem(undefined)
    try {
      await onDelete()
    } catch (error) {
      setProblem(failureText(error))
      setPending(false)
      return
    }
    onClose()
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      isOpen
      text={`${name} is deleted for good. This action cannot be undone`}
      isPending={isPending}
      problem={problem}
      onConfirm={() => oneAtATime(remove)}
      onCancel={onClose}
    />
  )
}
