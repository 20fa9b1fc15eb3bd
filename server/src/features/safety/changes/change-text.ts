import { m } from '@tagalong/contract/messages.ts'
import { shortDate } from '@tagalong/contract/values/date-format.ts'
import { thingIdOf } from '../reports/reports.rules.ts'
import type { ChangeRow } from './changes.db.ts'

/** What a report about it says was done. */
export function changeText({ childId, action, at }: ChangeRow): string {
  const date = shortDate(at.toISOString(), 'UTC')
  return m.value_place_change({ action, at: date, url: `/admin/child/${childId}` })
}

/** Which of all changes by that administrator it is. */
export function changeKey({ childId, caregiver, action, at }: ChangeRow): string {
  return [childId, caregiver.id, action, at.toISOString()].join(' ')
}

/** Not where something else of the administrator's is, or they themself. */
export function isReported(change: ChangeRow): boolean {
  const id = change.administrator && (change.administrator.caregiverId ?? change.administrator.userId)
  return id !== null && change.reported.includes(thingIdOf(id, changeKey(change)))
}
