import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Prompt } from './fields/field.tsx'

/** Shown if a part of a screen could not be loaded: the reason, and a retry button. */
export function PartProblem({ text, onRetry }: { text: ReactNode; onRetry: () => void }) {
  return (
    <>
      <Prompt>{text}</Prompt>
      <Button size="small" onPress={onRetry}>
        {m.common_again()}
      </Button>
    </>
  )
}
