import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'

interface ChangedByOtherProps {
  onKeep: () => void
  onDrop: () => void
  /** What the other one wrote, where it stands nowhere else. */
  children?: ReactNode
}

/** Another guardian was quicker. What was typed stays; kept, it is saved over what stands here now. */
export function ChangedByOther({ onKeep, onDrop, children }: ChangedByOtherProps) {
  return (
    <>
      <Prompt>{m.prompt_guardian_version()}</Prompt>
      {children}
      <div className="row">
        <Button variant="primary" size="small" onPress={onKeep}>
          {m.children_keep_changes()}
        </Button>
        <Button size="small" onPress={onDrop}>
          {m.children_show_theirs()}
        </Button>
      </div>
    </>
  )
}
