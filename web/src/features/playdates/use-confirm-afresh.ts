import type { Span } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { useState } from 'react'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import type { useClashes } from './use-clashes.ts'

interface Question {
  text: string
  confirm: () => Promise<unknown>
}

/** Refetches the playdates before confirming. If a clash is found that was not shown before, asks about it once. */
export function useConfirmAfresh({ clashAt, freshClashAt }: ReturnType<typeof useClashes>) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isChecking, setChecking] = useState(false)
  const oneAtATime = useOneAtATime()

  const confirmAfresh = (span: Span, confirm: () => Promise<unknown>) =>
    oneAtATime(async () => {
      setChecking(true)
      const shown = clashAt(span)
      const text = await freshClashAt(span)
      setChecking(false)
      if (text === null || text === shown) await confirm()
      else setQuestion({ text, confirm })
    })
  const answer = (isYes: boolean) => {
    setQuestion(null)
    if (isYes && question) oneAtATime(question.confirm)
  }
  return { confirmAfresh, isChecking, question: question?.text ?? null, answer }
}
