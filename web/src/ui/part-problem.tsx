import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Prompt } from './fields/field.tsx'

/** Where a part of a screen could not be loaded: why, and a way to try again. */
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
