import { m } from '@tagalong/contract/messages.ts'
import { shortDate } from '@tagalong/contract/values/date-format.ts'
import { languages } from '@tagalong/contract/values/language.ts'
import { inLanguage } from '#language.ts'
import type { ChangeRow } from './changes.db.ts'

/** What a report about it says was done. */
export function changeText({ childId, action, at }: ChangeRow): string {
  const date = shortDate(at.toISOString(), 'UTC')
  return m.value_place_change({ action, at: date, url: `/admin/child/${childId}` })
}

/** Whatever language the viewer had when they reported it. */
export function isReported(change: ChangeRow): boolean {
  return languages.some((each) => change.reported.includes(inLanguage(each, () => changeText(change))))
}
