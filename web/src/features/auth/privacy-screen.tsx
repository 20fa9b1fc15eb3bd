import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { KeptTable } from '#features/retention/kept-table.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Rich } from '#ui/rich.tsx'
import { InForce } from './parts/in-force.tsx'
import './papers.css'

export function PrivacyScreen() {
  return (
    <article className="paper">
      <PageHeader title={m.common_privacy_policy()} subtitle={m.auth_privacy_subtitle()} />
      <InForce paper="privacy" />
      <h2>{m.auth_privacy_you()}</h2>
      <ul>
        <li>{m.auth_privacy_you_details()}</li>
        <li>{m.auth_privacy_you_password()}</li>
        <li>{m.auth_privacy_you_steps()}</li>
        <li>{m.auth_privacy_you_link()}</li>
        <li>{m.auth_privacy_you_devices()}</li>
        <li>{m.auth_privacy_you_premium()}</li>
        <li>{m.auth_privacy_you_connections()}</li>
        <li>{m.auth_privacy_you_safety()}</li>
      </ul>
      <h2>{m.auth_privacy_children()}</h2>
      <p>{m.auth_privacy_children_details()}</p>
      <p>{m.auth_privacy_children_photo()}</p>
      <h2>{m.auth_privacy_who()}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.auth_privacy_col_what()}</th>
            <th scope="col">{m.auth_privacy_col_who()}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{m.auth_privacy_name()}</th>
            <td>{m.auth_privacy_name_who()}</td>
          </tr>
          <tr>
            <th scope="row">{m.auth_privacy_contact()}</th>
            <td>{m.auth_privacy_contact_who()}</td>
          </tr>
          <tr>
            <th scope="row">{m.auth_privacy_child()}</th>
            <td>{m.auth_privacy_child_who()}</td>
          </tr>
          <tr>
            <th scope="row">{m.auth_privacy_school()}</th>
            <td>{m.auth_privacy_school_who()}</td>
          </tr>
          <tr>
            <th scope="row">{m.auth_privacy_hours()}</th>
            <td>{m.auth_privacy_hours_who()}</td>
          </tr>
          <tr>
            <th scope="row">{m.auth_privacy_away()}</th>
            <td>{m.auth_privacy_away_who()}</td>
          </tr>
          <tr>
            <th scope="row">{m.auth_privacy_playdate()}</th>
            <td>{m.auth_privacy_playdate_who()}</td>
          </tr>
          <tr>
            <th scope="row">{m.auth_privacy_afternoon()}</th>
            <td>{m.auth_privacy_afternoon_who()}</td>
          </tr>
          <tr>
            <th scope="row">{m.auth_privacy_messages()}</th>
            <td>{m.auth_privacy_messages_who()}</td>
          </tr>
          <tr>
            <th scope="row">{m.auth_privacy_reports()}</th>
            <td>{m.auth_privacy_reports_who()}</td>
          </tr>
        </tbody>
      </table>
      <h2>{m.auth_privacy_about_hours()}</h2>
      <p>{m.auth_privacy_about_hours_what()}</p>
      <p>{m.auth_privacy_about_hours_never_why()}</p>
      <p>{m.auth_privacy_about_hours_switch()}</p>
      <p>{m.auth_privacy_about_hours_slower()}</p>
      <h2>{m.auth_privacy_about_phones()}</h2>
      <p>{m.auth_privacy_about_phones_text()}</p>
      <h2>{m.auth_privacy_not()}</h2>
      <ul>
        <li>{m.auth_privacy_not_ads()}</li>
        <li>{m.auth_privacy_not_others()}</li>
        <li>{m.auth_privacy_not_tracking()}</li>
      </ul>
      <h2>{m.auth_privacy_pay()}</h2>
      <p>{m.auth_privacy_pay_text()}</p>
      <h2>{m.auth_privacy_notices()}</h2>
      <p>{m.auth_privacy_notices_text()}</p>
      <p>{m.auth_privacy_mails()}</p>
      <h2>{m.auth_privacy_browser()}</h2>
      <p>{m.auth_privacy_browser_kept()}</p>
      <p>{m.auth_privacy_browser_cookie()}</p>
      <p>{m.auth_privacy_browser_language()}</p>
      <h2>{m.auth_privacy_crash()}</h2>
      <p>{m.auth_privacy_crash_text()}</p>
      <h2 id="kept">{m.retention_title()}</h2>
      <p>{m.retention_intro()}</p>
      <KeptTable />
      <p>{m.retention_besides()}</p>
      <h2>{m.auth_privacy_deleting()}</h2>
      <p>{m.auth_privacy_deleting_text()}</p>
      <p>
        <Rich
          parts={m.auth_privacy_terms.parts({})}
          marks={{ link: (words) => <Link to="/terms">{words}</Link> }}
        />
      </p>
    </article>
  )
}
