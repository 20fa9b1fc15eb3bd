import { useWaitingCount } from './reports.queries.ts'

/** In the sidebar; nothing where nothing waits. */
export function WaitingCount() {
  const count = useWaitingCount()
  return count ? <span className="count admin__count">{count}</span> : null
}
