import {
  type Afternoon,
  type ChildNote,
  maxNoteLength,
  type saveAfternoon,
} from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { brand } from '#lib/brand.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { TextArea } from '#ui/fields/field.tsx'
import { Toggle } from '#ui/fields/toggle.tsx'
import '../afternoon.css'

// Rarely needed, so loaded on demand.
const ChangedByOther = lazyPart(
  () => import('#features/guardians/parts/changed-by-other.tsx'),
  (module) => module.ChangedByOther,
)

interface Edit {
  text: string
  isShown: boolean
  /** Version of the saved note that the edit is based on. */
  version: number
}

/** Holds the edits in memory only: a draft would leave them on the device. */
export function useAfternoonEdits(saved: Afternoon) {
  const [number, setNumber] = useState<boolean | null>(null)
  const [edits, setEdits] = useState<Record<string, Edit>>({})
  const editOf = (note: ChildNote) => edits[note.child._id] ?? asSaved(note)
  const changed = saved.notes.filter((note) => {
    const edit = editOf(note)
    return edit.text.trim() !== (note.text ?? '') || edit.isShown !== note.isShown
  })
  /** True if another guardian saved first. The edit stays, but can't be saved until the viewer has chosen. */
  const isTwice = (note: ChildNote) => changed.includes(note) && editOf(note).version !== note.version
  const body: BodyOf<typeof saveAfternoon> = {
    ...(number !== null && { showsNumber: number }),
    ...(changed.length > 0 && {
      notes: changed.map((note) => {
        const { text, isShown, version } = editOf(note)
        return { child: note.child._id, text, isShown: isShown && text.trim() !== '', version }
      }),
    }),
  }
  return {
    showsNumber: number ?? saved.showsNumber,
    setNumber,
    editOf,
    isTwice,
    change: (child: string, edit: Edit) => setEdits((before) => ({ ...before, [child]: edit })),
    body,
  }
}

function asSaved({ text, isShown, version }: ChildNote): Edit {
  return { text: text ?? '', isShown, version }
}

/** 'Show my number', and per child 'Good to know' with its switch. */
export function AfternoonFields({
  saved,
  edits,
  onAnswer,
}: {
  saved: Afternoon
  edits: ReturnType<typeof useAfternoonEdits>
  /** Called when the viewer has chosen between their line and the other guardian's. */
  onAnswer: () => void
}) {
  return (
    <div className="stack afternoon__fields">
      <Toggle
        label={m.afternoon_show_number()}
        checked={edits.showsNumber}
        onChange={(event) => edits.setNumber(event.target.checked)}
      />
      {saved.notes.map((note) => {
        const [edit, change] = [edits.editOf(note), (next: Edit) => edits.change(note.child._id, next)]
        const answer = (next: Edit) => {
          change(next)
          onAnswer()
        }
        return (
          <Note key={note.child._id} note={note} edit={edit} onChange={change}>
            {edits.isTwice(note) && (
              <Suspense>
                <ChangedByOther
                  onKeep={() => answer({ ...edit, version: note.version })}
                  onDrop={() => answer(asSaved(note))}
                >
                  {note.text && (
                    <blockquote className="afternoon__theirs" dir="auto">
                      {note.text}
                    </blockquote>
                  )}
                </ChangedByOther>
              </Suspense>
            )}
          </Note>
        )
      })}
      <p className="hint">{m.afternoon_words({ brand })}</p>
    </div>
  )
}

function Note({
  note: { child, text },
  edit,
  onChange,
  children,
}: {
  note: ChildNote
  edit: Edit
  onChange: (edit: Edit) => void
  children: ReactNode
}) {
  const isEmpty = edit.text.trim() === ''
  return (
    <div className="afternoon__note">
      <div className="row">
        <ChildAvatar child={child} />
        <b className="grow">
          <bdi>{childName(child)}</bdi>
        </b>
      </div>
      <TextArea
        label={m.afternoon_good_to_know_about({ name: child.firstName })}
        placeholder={m.afternoon_example()}
        rows={2}
        maxLength={maxNoteLength}
        error={text === null && isEmpty ? m.afternoon_lost() : undefined}
        // Otherwise the browser would suggest it to anyone who uses this device.
        autoComplete="off"
        value={edit.text}
        onChange={(event) => onChange({ ...edit, text: event.target.value })}
      />
      <Toggle
        label={m.afternoon_show_line()}
        checked={edit.isShown && !isEmpty}
        disabled={isEmpty}
        onChange={(event) => onChange({ ...edit, isShown: event.target.checked })}
      />
      {children}
    </div>
  )
}
