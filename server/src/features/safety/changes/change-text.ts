import { m } from '@tagalong/contract/messages.ts'
import { shortDate } from '@tagalong/contract/values/date-format.ts'
import { thingIdOf } from '../reports/reports.rules.ts'
import type { ChangeRow } from './changes.db.ts'

/** What was done, in the words of a report about it. */
export function changeText({ childId, action, at }: ChangeRow): string {
  const date = shortDate(at.toISOString(), 'UTC')
  return m.value_place_change({ action, at: date, url: `/admin/child/${childId}` })
}

/** Identifies the change among all changes by that administrator. */
export function changeKey({ childId, caregiver, action, at }: ChangeRow): string {
  return [childId, caregiver.id, action, at.toISOString()].join(' ')
}

/** True if this change is reported; other reports about the administrator don't count. */
export function isReported(change: ChangeRow): boolean {
  const id = change.administrator && (change.administrator.caregiverId ?? change.administrator.userId)
  return id !== null && change.reported.includes(thingIdOf(id, changeKey(change)))
}
