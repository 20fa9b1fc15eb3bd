import type { VisibleChild } from '@tagalong/contract/features/children/children.contract.ts'
import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import type { Reportable } from './report-sheet.tsx'

type Pictured = Pick<VisibleChild, '_id' | 'firstName' | 'lastNameInitial' | 'photo'>

/** Returns the photos of a person's children, to report. */
export function photosOf(children: readonly Pictured[]): Reportable[] {
  return children
    .filter(({ photo }) => photo)
    .map((child) => ({
      kind: 'photo',
      id: child._id,
      label: m.safety_about_photo({ name: childName(child) }),
      preview: (
        <p className="row said">
          <ChildAvatar child={child} isLarge />
          <b dir="auto">{childName(child)}</b>
        </p>
      ),
    }))
}

/** Returns the texts of a playdate or a group, to report. */
export function wordsOf(
  kind: 'playdate' | 'group',
  id: string,
  words: readonly (string | null | undefined)[],
): Reportable {
  const label = kind === 'playdate' ? m.safety_about_playdate() : m.safety_about_group()
  return {
    kind,
    id,
    label,
    preview: (
      <p className="said" dir="auto">
        {words.filter(Boolean).join(' · ')}
      </p>
    ),
  }
}
