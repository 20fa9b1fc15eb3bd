import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import type { useConfirmAfresh } from '../use-confirm-afresh.ts'
import '../playdates.css'

/** Says that a child is busy then. It warns, but forbids nothing. */
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
      title={m.playdates_clash_question({ clash: question ?? '' })}
      text={m.playdates_clash_question_why()}
      confirmLabel={m.playdates_confirm_anyway()}
      isOpen={question !== null}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}
