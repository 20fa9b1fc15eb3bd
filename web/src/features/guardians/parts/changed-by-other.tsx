import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'

interface ChangedByOtherProps {
  onKeep: () => void
  onDrop: () => void
  /** The other guardian's text, if it is shown nowhere else. */
  children?: ReactNode
}

/** Says that another guardian saved first. The viewer's changes stay; if kept, they overwrite the saved ones. */
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
