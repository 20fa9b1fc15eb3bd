import { newestVersion, type Paper } from '@tagalong/contract/features/papers/papers.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { calendarDate } from '@tagalong/contract/values/date-format.ts'

/** Which version of a paper the page shows. */
export function InForce({ paper }: { paper: Paper }) {
  return <p className="small quiet">{m.papers_version({ date: calendarDate(newestVersion(paper)) })}</p>
}
