import { m } from '@tagalong/contract/messages.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'

interface ChangedNoteProps {
  theirs: string | null
  onKeep: () => void
  onDrop: () => void
}

/** Another guardian was quicker. Kept, what was typed is saved over what stands here now. */
export function ChangedNote({ theirs, onKeep, onDrop }: ChangedNoteProps) {
  return (
    <>
      <Prompt>{m.prompt_guardian_version()}</Prompt>
      {theirs && (
        <blockquote className="afternoon__theirs" dir="auto">
          {theirs}
        </blockquote>
      )}
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
