import type { Span } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { useState } from 'react'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import type { useClashes } from './use-clashes.ts'

interface Question {
  text: string
  confirm: () => Promise<unknown>
}

/**
 * Whoever confirms is asked about a clash that was not on the screen before, once: the playdates are read anew, and where
 * one came in between, it is asked about first.
 */
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
