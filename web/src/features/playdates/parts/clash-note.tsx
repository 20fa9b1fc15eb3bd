import type { ReactNode } from 'react'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import type { useConfirmAfresh } from '../use-confirm-afresh.ts'
import '../playdates.css'

/** Says that a child is busy then: a warning, never a lock. */
export function ClashNote({ children }: { children: ReactNode }) {
  return (
    <p className="clash">
      <Icon name="alert" small />
      <span>{children}</span>
    </p>
  )
}

/** Asks about a clash that came up only when confirming. */
export function ClashQuestion({
  question,
  answer,
}: Pick<ReturnType<typeof useConfirmAfresh>, 'question' | 'answer'>) {
  return (
    <ConfirmDialog
      title={`${question}. Confirm anyway?`}
      text="It was arranged while you were looking at this page."
      confirmLabel="Confirm anyway"
      isOpen={question !== null}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}
