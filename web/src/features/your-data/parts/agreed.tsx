import type { Consent } from '@tagalong/contract/features/papers/papers.contract.ts'
import type { Paper } from '@tagalong/contract/features/papers/papers.rules.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import { calendarDate } from '@tagalong/contract/values/date-format.ts'
import { Link } from 'react-router'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { useConsents } from '../your-data.queries.ts'
import './facts.css'

const names: Record<Paper, Text> = { terms: m.auth_terms_title, privacy: m.common_privacy_policy }

/** A section of /your-data. */
export function Agreed() {
  return (
    <section className="card stack stack--near" aria-labelledby="agreed">
      <h2 id="agreed">{m.your_data_agreed()}</h2>
      <Loaded query={useConsents()} skeleton={<SkeletonCards count={1} />}>
        {(consents) =>
          consents.length > 0 ? <Versions consents={consents} /> : <p>{m.your_data_agreed_none()}</p>
        }
      </Loaded>
    </section>
  )
}

function Versions({ consents }: { consents: readonly Consent[] }) {
  return (
    <dl className="datafacts">
      {consents.map(({ paper, version }) => (
        <div key={`${paper} ${version}`}>
          <dt>
            <Link className="datafacts__more" to={`/${paper}`}>
              {names[paper]()}
            </Link>
          </dt>
          <dd>{calendarDate(version)}</dd>
        </div>
      ))}
    </dl>
  )
}
