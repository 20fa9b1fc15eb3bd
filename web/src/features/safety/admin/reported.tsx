import type { Report } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { clockTime } from '@tagalong/contract/values/date-format.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { adminDate } from '#ui/data-table/columns.ts'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLook } from './reports.queries.ts'
import { Urgency } from './urgency.tsx'
import './inbox.css'

interface ReportedProps {
  subject: string
  report: Report
  /** False if the reason is shown above already. */
  saysWhy: boolean
}

/** One report, with what the reporter saw. The reporter and a picture are shown on request only. */
export function Reported({ subject, report, saysWhy }: ReportedProps) {
  const { timeZone } = useSession()
  const reporter = useLook(subject)
  const picture = useLook(subject)
  const { _id, reason, evidence, words, createdAt, removedAt } = report
  const who = reporter.data?.reporter
  const error = reporter.error ?? picture.error
  const url = picture.data?.picture
  return (
    <section className="card stack" aria-label="What was reported">
      {saysWhy && <Urgency reason={reason} since={createdAt} />}
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
        {removedAt && ` · removed ${adminDate(removedAt, timeZone)}`}
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
