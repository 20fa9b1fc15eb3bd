import type { Decision } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { clockTime } from '@tagalong/contract/values/date-format.ts'
import { useSession } from '#lib/session/session.tsx'
import { adminDate } from '#ui/data-table/columns.ts'
import { decisionWords } from './decision-words.ts'
import './inbox.css'

/** A decision, with its appeal. */
export function Decided({ decision }: { decision: Decision }) {
  const { timeZone } = useSession()
  const { kind, words, until, createdAt, decidedBy, appeal } = decision
  const moment = (time: string) => `${adminDate(time, timeZone)}, ${clockTime(time, timeZone)}`
  return (
    <div className="stack inbox__decided">
      <p>
        <b>{decisionWords[kind]}</b>
        {kind === 'suspend' && ` until ${until ? moment(until) : 'lifted'}`}
        <small className="quiet">
          {moment(createdAt)}
          {decidedBy && `, ${decidedBy.email}`}
        </small>
      </p>
      {words && <p dir="auto">{words}</p>}
      {appeal && (
        <p className="inbox__appeal" dir="auto">
          <small>Asked for another look, {moment(appeal.createdAt)}</small>“{appeal.words}”
        </p>
      )}
    </div>
  )
}
