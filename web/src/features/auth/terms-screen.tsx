import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { brand } from '#lib/brand.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Rich } from '#ui/rich.tsx'
import { InForce } from './parts/in-force.tsx'
import './papers.css'

export function TermsScreen() {
  return (
    <article className="paper">
      <PageHeader title={m.auth_terms_title()} subtitle={m.auth_terms_subtitle()} />
      <InForce paper="terms" />
      <h2>{m.auth_terms_who({ brand })}</h2>
      <p>{m.auth_terms_who_text({ brand })}</p>
      <h2>{m.auth_terms_from_us()}</h2>
      <ul>
        <li>{m.auth_terms_from_us_details()}</li>
        <li>{m.auth_terms_from_us_no_ads()}</li>
        <li>{m.auth_terms_from_us_news()}</li>
        <li>{m.auth_terms_from_us_reports()}</li>
        <li>{m.auth_terms_from_us_delete()}</li>
      </ul>
      <h2>{m.auth_terms_from_you()}</h2>
      <ul>
        <li>{m.auth_terms_from_you_own()}</li>
        <li>{m.auth_terms_from_you_invite({ brand })}</li>
        <li>{m.auth_terms_from_you_kind()}</li>
        <li>{m.auth_terms_from_you_discreet()}</li>
      </ul>
      <h2>{m.auth_terms_yours()}</h2>
      <p>{m.auth_terms_yours_text({ brand })}</p>
      <h2>{m.auth_terms_end()}</h2>
      <p>{m.auth_terms_end_text()}</p>
      <p>
        <Rich
          parts={m.auth_terms_privacy.parts({})}
          marks={{ link: (words) => <Link to="/privacy">{words}</Link> }}
        />
      </p>
    </article>
  )
}
