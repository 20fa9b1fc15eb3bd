import { useWaitingCount } from './reports.queries.ts'

/** The count in the sidebar; nothing if none wait. */
export function WaitingCount() {
  const count = useWaitingCount()
  return count ? <span className="count admin__count">{count}</span> : null
}
