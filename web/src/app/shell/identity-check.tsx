import { useEffect, useState } from 'react'
import type { IdentityDialog } from '#features/auth/parts/identity-dialog.tsx'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { registerIdentityCheck } from '#lib/session/identity-check.ts'

interface Question {
  Dialog: typeof IdentityDialog
  answer: (isConfirmed: boolean) => void
}

/** 'Please confirm that it's you.': asked where a call wants a session that was confirmed a moment ago. */
export function IdentityCheck() {
  const [question, setQuestion] = useState<Question>()
  useEffect(
    () =>
      registerIdentityCheck(async () => {
        const { IdentityDialog: Dialog } = await importWithRetry(
          () => import('#features/auth/parts/identity-dialog.tsx'),
        )
        return new Promise((answer) => setQuestion({ Dialog, answer }))
      }),
    [],
  )
  if (!question) return null
  const { Dialog, answer } = question
  const close = (isConfirmed: boolean) => {
    setQuestion(undefined)
    answer(isConfirmed)
  }
  return <Dialog onConfirmed={() => close(true)} onCancel={() => close(false)} />
}
