import type { Span } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { useRef, useState } from 'react'
import type { useClashes } from './use-clashes.ts'

interface Question {
  text: string
  confirm: () => void
}

/**
 * Whoever confirms is told of a clash that was not on the screen before, once: the playdates are read anew, and where
 * one came in between, it is asked about first.
 */
export function useConfirmAfresh({ clashAt, freshClashAt }: ReturnType<typeof useClashes>) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isChecking, setChecking] = useState(false)
  // State alone would let a double click through.
  const isBusy = useRef(false)

  const confirmAfresh = async (span: Span, confirm: () => void) => {
    if (isBusy.current) return
    isBusy.current = true
    setChecking(true)
    const shown = clashAt(span)
    const text = await freshClashAt(span)
    isBusy.current = false
    setChecking(false)
    if (text === null || text === shown) confirm()
    else setQuestion({ text, confirm })
  }
  const answer = (isYes: boolean) => {
    setQuestion(null)
    if (isYes) question?.confirm()
  }
  return { confirmAfresh, isChecking, question: question?.text ?? null, answer }
}
