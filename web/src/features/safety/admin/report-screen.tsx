import type { ReportedSubject } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { NotInList } from '#ui/manage/not-in-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Section } from '#ui/section.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Decided } from './decided.tsx'
import { DecisionForm } from './decision-form.tsx'
import { openReports, urgentReason } from './report-words.ts'
import { Reported } from './reported.tsx'
import { useReportsAbout } from './reports.queries.ts'
import { StandingLine } from './standing-line.tsx'
import { Urgency } from './urgency.tsx'
import { Waiting } from './waiting.tsx'
import './inbox.css'

const listPath = '/admin/reports'

/** /admin/reports/{subject}: the reports about one account or group, and the decisions on them. */
export function ReportScreen() {
  const { subject = '' } = useParams()
  const reports = useReportsAbout(subject)
  return (
    <div className="inbox__desk">
      <Waiting opened={subject} />
      <div>
        <Loaded query={reports} skeleton={<Spinner />} missing={<NotFound />}>
          {(data) => <About key={subject} {...data} onReadAgain={() => void reports.refetch()} />}
        </Loaded>
      </div>
    </div>
  )
}

function NotFound() {
  return (
    <>
      <PageHeader title="Report" back={listPath} />
      <NotInList path={listPath} />
    </>
  )
}

function About({ onReadAgain, ...data }: ReportedSubject & { onReadAgain: () => void }) {
  const { subject, reports, decisions } = data
  const open = openReports(reports)
  const closed = reports.filter(({ closedAt }) => closedAt !== null)
  const latest = decisions.find(({ isLatest }) => isLatest)
  const earlier = decisions.filter((each) => each !== latest)
  const oldest = (open.length > 0 ? open : reports).at(-1)
  const saysWhy = reports.length > 1
  return (
    <>
      <PageHeader title={`Report about ${subject.name}`} back={listPath} />
      {oldest && <Urgency reason={urgentReason(reports)} since={oldest.createdAt} />}
      <StandingLine standing={subject.standing} until={subject.standingUntil}>
        {subject.user && <Link to={`/admin/user/${subject.user}`}>Show user</Link>}
      </StandingLine>
      <div className="stack inbox__about">
        {open.map((report) => (
          <Reported key={report._id} subject={subject._id} report={report} saysWhy={saysWhy} />
        ))}
        {latest && (
          <section className="card stack" aria-labelledby="decided">
            <h2 id="decided">{latest.appeal ? 'Appeal' : 'Decided'}</h2>
            <Decided decision={latest} />
          </section>
        )}
        {earlier.length > 0 && (
          <Section title="Earlier decisions" count={earlier.length} isOpenAtFirst={false}>
            <ul className="card stack">
              {earlier.map((decision) => (
                <li key={decision._id}>
                  <Decided decision={decision} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Deciding
          key={latest?._id}
          {...data}
          waits={open.length > 0 || Boolean(latest?.appeal)}
          onReadAgain={onReadAgain}
        />
        {closed.length > 0 && (
          <Section title="Closed reports" count={closed.length} isOpenAtFirst={open.length === 0}>
            <div className="stack">
              {closed.map((report) => (
                <Reported key={report._id} subject={subject._id} report={report} saysWhy={saysWhy} />
              ))}
            </div>
          </Section>
        )}
      </div>
    </>
  )
}

/** If nothing waits, the form is shown on request: a later decision replaces the earlier one. */
function Deciding({ waits, ...about }: ReportedSubject & { waits: boolean; onReadAgain: () => void }) {
  const [isAsked, setAsked] = useState(false)
  if (waits || isAsked) return <DecisionForm {...about} />
  return (
    <p>
      <Button size="small" onPress={() => setAsked(true)}>
        Decide anew
      </Button>
    </p>
  )
}
