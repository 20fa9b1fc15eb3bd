import type { InboxRow } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { Link, useSearchParams } from 'react-router'
import NothingArt from '#ui/art/empty-notifications.svg?react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { aboutText } from './report-words.ts'
import { type Tab, useMoreReports, useReports, useWaitingCount } from './reports.queries.ts'
import { Since, Why } from './urgency.tsx'
import './inbox.css'

/** /admin/reports: reported accounts and groups, waiting or closed. */
export function ReportsScreen() {
  const [query, setQuery] = useSearchParams()
  const tab: Tab = query.get('t') === 'closed' ? 'closed' : 'waiting'
  const tabs = [
    { key: 'waiting', label: 'Waiting', count: useWaitingCount() },
    { key: 'closed', label: 'Closed' },
  ] as const
  return (
    <>
      <PageHeader title="Reports" subtitle="Where a child may be in danger comes first." />
      <Tabs
        label="Reports"
        tabs={tabs}
        selected={tab}
        onSelect={(key) => setQuery(key === 'closed' ? { t: key } : {}, { replace: true })}
      >
        <Loaded query={useReports(tab)}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                art={<NothingArt />}
                text={tab === 'waiting' ? 'Nothing is waiting.' : 'Nothing here.'}
              />
            ) : (
              <Reports rows={rows} tab={tab} />
            )
          }
        </Loaded>
      </Tabs>
    </>
  )
}

function Reports({ rows, tab }: { rows: readonly InboxRow[]; tab: Tab }) {
  const more = useMoreReports(tab)
  return (
    <>
      <div className="card inbox">
        <table>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">About</th>
              <th scope="col">Why</th>
              <th scope="col">Since</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.subject._id}>
                <th scope="row">
                  <Link to={`/admin/reports/${row.subject._id}`}>
                    <bdi>{row.subject.name}</bdi>
                  </Link>
                </th>
                <td>{aboutText(row)}</td>
                <td>{row.reason && <Why reason={row.reason} />}</td>
                <td>
                  <Since time={row.since} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more.isThere && (
        <p className="centered">
          <Button variant="quiet" isPending={more.isPending} onPress={more.show}>
            {more.hasFailed ? 'Try again' : 'Show more'}
          </Button>
        </p>
      )}
    </>
  )
}
