import { newestVersion, type Paper } from '@tagalong/contract/features/papers/papers.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { calendarDate } from '@tagalong/contract/values/date-format.ts'

/** Says which version of a paper is shown. */
export function InForce({ paper }: { paper: Paper }) {
  return <p className="small quiet">{m.papers_version({ date: calendarDate(newestVersion(paper)) })}</p>
}
