import { Link } from 'react-router'
import { Loaded } from '#ui/loaded.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { aboutText } from './report-words.ts'
import { useReports } from './reports.queries.ts'
import { Urgency } from './urgency.tsx'
import './inbox.css'

/** The list beside an opened report, if there is room. */
export function Waiting({ opened }: { opened: string }) {
  return (
    <nav className="inbox__waiting" aria-label="Waiting reports">
      <h2>Waiting</h2>
      <Loaded query={useReports('waiting')} skeleton={<Spinner />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="quiet">Nothing is waiting.</p>
          ) : (
            <ul>
              {rows.map((row) => (
                <li key={row.subject._id}>
                  <Link
                    className="card"
                    to={`/admin/reports/${row.subject._id}`}
                    aria-current={row.subject._id === opened ? 'page' : undefined}
                  >
                    <b>
                      <bdi>{row.subject.name}</bdi>
                    </b>
                    <span className="small quiet">{aboutText(row)}</span>
                    <Urgency reason={row.reason} since={row.since} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </nav>
  )
}
