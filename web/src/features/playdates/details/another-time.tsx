import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'

/** Says that another time was asked for, with a link to the playdate that it replaces or that replaced it. */
export function AnotherTime({ playdate, zone }: { playdate: Playdate; zone: string }) {
  const line = lineOf(playdate, zone)
  if (!line) return null
  return (
    <p className="row facts__moved">
      <Icon name="refresh" small />
      <Link to={line.to}>{line.text}</Link>
    </p>
  )
}

function lineOf(
  { status, replaces, replacedBy }: Playdate,
  zone: string,
): { text: string; to: string } | null {
  if (replacedBy) {
    const { playdate, time } = replacedBy
    const to = `/view-playdate-information/${playdate}`
    if (!time) return { text: m.playdates_another_time_asked(), to }
    return { text: m.playdates_moved_to({ time: timeAndDay(time, zone) }), to }
  }
  if (!replaces) return null
  const time = timeAndDay(replaces.time, zone)
  const to = `/view-playdate-information/${replaces.playdate}`
  return { text: status === 'pending' ? m.plan_now({ time }) : m.playdates_instead_of({ time }), to }
}
