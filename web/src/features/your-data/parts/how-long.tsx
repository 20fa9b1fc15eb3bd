import { type Kept, kept, spans } from '@tagalong/contract/features/retention/retention.rules.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import './facts.css'

/** What most people ask about: one example for each span. */
const examples = {
  'phone-codes': m.your_data_kept_codes,
  'came-to-nothing': m.your_data_kept_requests,
  playdates: m.your_data_kept_playdates,
  'unvisited-accounts': m.your_data_kept_account,
} satisfies Partial<Record<Kept, Text>>

/** A section of /your-data. */
export function HowLong() {
  return (
    <section className="card stack stack--near" aria-labelledby="how-long">
      <h2 id="how-long">{m.retention_title()}</h2>
      <dl className="datafacts">
        {(Object.keys(examples) as (keyof typeof examples)[]).map((kind) => (
          <div key={kind}>
            <dt>{examples[kind]()}</dt>
            <dd>{spans[kept[kind].span].words()}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link className="datafacts__more" to="/privacy#kept">
          {m.your_data_kept_all()}
        </Link>
      </p>
    </section>
  )
}
