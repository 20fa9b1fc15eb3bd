import { m } from '@tagalong/contract/messages.ts'
import { useOwnChildren } from '#features/children/children.queries.ts'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { lastDay } from '#features/guardians/dates.ts'
import { useHelp } from '#features/guardians/guardians.queries.ts'
import { nextPlaydate } from '#features/playdates/list/playdate-sections.ts'
import { useListPlaydates } from '#features/playdates/playdate-lists.queries.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'

/** The dashboard of a helper without children of their own: whom they help with, and until when. */
export function HelperHome() {
  const { data: own } = useOwnChildren()
  return own?.length === 0 ? <Helping /> : null
}

function Helping() {
  const { timeZone } = useViewer()
  const now = useNow(60_000)
  const { data: help = [] } = useHelp()
  const { data: accepted } = useListPlaydates('accepted')
  const [first] = help
  if (!first) return null
  return (
    <section className="helping">
      {accepted && !nextPlaydate(accepted, now) && (
        <p className="card centered">{m.guardians_no_playdates({ name: first.addedBy.name })}</p>
      )}
      {help.map(({ child, until }) => (
        <p className="row helping__child" key={child._id}>
          <ChildAvatar child={child} size="2.75rem" />
          <span>
            <b className="display">{m.guardians_you_help({ name: child.firstName })}</b>
            <small>{m.guardians_help_until({ date: lastDay(until, timeZone) })}</small>
          </span>
        </p>
      ))}
    </section>
  )
}
