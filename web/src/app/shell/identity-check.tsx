import { useEffect, useState } from 'react'
import type { IdentityDialog } from '#features/auth/parts/identity-dialog.tsx'
import type { Ways } from '#features/auth/security.queries.ts'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { registerIdentityCheck } from '#lib/session/identity-check.ts'

interface Question {
  Dialog: typeof IdentityDialog
  ways: Ways
  answer: (isConfirmed: boolean) => void
}

/** 'Please confirm that it's you.': shown when a call needs a session that was confirmed recently. */
export function IdentityCheck() {
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    let isGone = false
    registerIdentityCheck(async () => {
      const [{ IdentityDialog: Dialog }, ways] = await Promise.all([
        importWithRetry(() => import('#features/auth/parts/identity-dialog.tsx')),
        importWithRetry(() => import('#features/auth/security.queries.ts')).then(({ readWays }) =>
          readWays(),
        ),
      ])
      // The frame is gone, so the question could not be answered any more.
      if (isGone) return false
      return new Promise((answer) => setQuestion({ Dialog, ways, answer }))
    })
    return () => {
      isGone = true
    }
  }, [])
  // If the frame goes while the question is open, the waiting call gets a no.
  useEffect(() => () => question?.answer(false), [question])
  if (!question) return null
  const { Dialog, ways, answer } = question
  const close = (isConfirmed: boolean) => {
    setQuestion(undefined)
    answer(isConfirmed)
  }
  return <Dialog ways={ways} onConfirmed={() => close(true)} onCancel={() => close(false)} />
}
