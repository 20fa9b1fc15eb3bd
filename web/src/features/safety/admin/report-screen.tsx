import type {
  Decision,
  Report,
  ReportedSubject,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { clockTime } from '@tagalong/contract/values/date-format.ts'
import { useParams } from 'react-router'
import { failureText } from '#lib/calls/failure-text.ts'
import { useNow } from '#lib/now.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { useSession } from '#lib/session/session.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { adminDate } from '#ui/data-table/columns.ts'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { NotInList } from '#ui/manage/not-in-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Section } from '#ui/section.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { reasonWords } from './report-words.ts'
import { useLook, useReportsAbout } from './reports.queries.ts'
import '../safety.css'

const listPath = '/admin/reports'

/** /admin/reports/{subject}: what was said about one account or group. */
export function ReportScreen() {
  const { subject = '' } = useParams()
  return (
    <Loaded query={useReportsAbout(subject)} skeleton={<Spinner />} missing={<NotFound />}>
      {(data) => <About key={subject} {...data} />}
    </Loaded>
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

function About({ subject, reports, decisions }: ReportedSubject) {
  return (
    <>
      <PageHeader title={`Report about ${subject.name}`} back={listPath} />
      <div className="stack inbox__about">
        {reports.map((report) => (
          <Reported key={report._id} subject={subject._id} report={report} />
        ))}
        {decisions.length > 0 && (
          <Section title="Earlier decisions" count={decisions.length} isOpenAtFirst={false}>
            <ul className="card stack">
              {decisions.map((decision) => (
                <Decided key={decision._id} decision={decision} />
              ))}
            </ul>
          </Section>
        )}
      </div>
    </>
  )
}

function Reported({ subject, report }: { subject: string; report: Report }) {
  const { timeZone } = useSession()
  const now = useNow(60_000)
  const reporter = useLook(subject)
  const picture = useLook(subject)
  const { _id, reason, evidence, words, createdAt } = report
  const { text, badge } = reasonWords[reason]
  const who = reporter.data?.reporter
  const error = reporter.error ?? picture.error
  const url = picture.data?.picture
  return (
    <section className="card stack" aria-label="What was reported">
      <div className="row">
        <Badge kind={badge}>{text}</Badge>
        <span className="row row--close small">
          <Icon name="clock" small />
          {relativeTime(createdAt, now)}
        </span>
      </div>
      <h2>What was reported</h2>
      <div className="inbox__evidence">
        {evidence.messages.map((message) => (
          <p key={message.createdAt}>
            <small>
              <bdi>{message.sender}</bdi>, {clockTime(message.createdAt, timeZone)}
            </small>
            <span dir="auto">{message.text}</span>
          </p>
        ))}
        {evidence.words.map((each) => (
          <p key={each} dir="auto">
            {each}
          </p>
        ))}
        {evidence.child && <p>Photo of {evidence.child}</p>}
        {evidence.messages.length + evidence.words.length === 0 && !evidence.child && <p>{evidence.name}</p>}
        {url && <img src={url} alt={`Reported: ${evidence.child ?? evidence.name}`} />}
      </div>
      {words && (
        <p className="inbox__words" dir="auto">
          “{words}”
        </p>
      )}
      <p className="small quiet">
        Copied when it was reported, {adminDate(createdAt, timeZone)}, {clockTime(createdAt, timeZone)}
      </p>
      <div className="row inbox__looks">
        {who === undefined ? (
          <Button
            size="small"
            isPending={reporter.isPending}
            onPress={() => reporter.mutate({ what: 'reporter', id: _id })}
          >
            <Icon name="eye" small />
            Who reported
          </Button>
        ) : (
          <p>
            Reported by <b>{who ? `${who.name} ${who.lastName}` : 'somebody who is gone'}</b>
          </p>
        )}
        {report.hasPicture && !url && (
          <Button
            size="small"
            isPending={picture.isPending}
            onPress={() => picture.mutate({ what: 'picture', id: _id })}
          >
            <Icon name="eye" small />
            Show picture
          </Button>
        )}
      </div>
      {error && <Prompt>{failureText(error)}</Prompt>}
      <p className="row row--close small quiet">
        <Icon name="shield" small />
        Each look is logged.
      </p>
    </section>
  )
}

const decisionWords = {
  none: 'Nothing wrong',
  warn: 'Warned',
  suspend: 'Account paused',
  close: 'Account closed',
} satisfies Record<Decision['kind'], string>

function Decided({ decision }: { decision: Decision }) {
  const { timeZone } = useSession()
  const { kind, words, createdAt, decidedBy, appeal } = decision
  return (
    <li>
      <b>{decisionWords[kind]}</b>
      <p className="small quiet">
        {adminDate(createdAt, timeZone)}
        {decidedBy && `, ${decidedBy.email}`}
      </p>
      {words && <p dir="auto">{words}</p>}
      {appeal && <p dir="auto">Appeal: “{appeal.words}”</p>}
    </li>
  )
}
