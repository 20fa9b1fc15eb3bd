import type { NoticeMessage } from '@tagalong/contract/features/notices/notice-messages.ts'
import type { NotificationInput } from '#features/notifications/notifications.service.ts'
import type { PlaydateRow } from './playdate-people.ts'
import type { Standing } from './playdate-read.ts'

export type PlaydateMessage = Extract<
  NoticeMessage,
  | `playdate.${string}`
  | `event.${string}`
  | `series.${string}`
  | `side.${string}`
  | `help.${string}`
  | 'spots.everybody'
>
type Timed = Pick<PlaydateRow, 'id' | 'accepted_time' | 'proposed_times'> &
  Partial<Pick<PlaydateRow, 'answer_by' | 'replaces_id'>>
type Before = Timed & Pick<PlaydateRow, 'type' | 'status' | 'standing'>

type Ending = Pick<PlaydateRow, 'type' | 'accepted_time' | 'replaces_id' | 'last_side'>

interface Change {
  /** Milliseconds since 1970. */
  now: number
  /** The caregiver whose doing it is. */
  about?: string | undefined
  /** As it stood before. */
  before?: Before | undefined
}

/** Of what was confirmed: who goes there has to know. */
const offs: readonly PlaydateMessage[] = [
  'event.moved',
  'event.cancelled',
  'event.childrenGone',
  'event.hostGone',
  'event.guestsGone',
  'playdate.moved',
  'playdate.cancelled',
  'playdate.childrenGone',
  'playdate.familyGone',
  'side.changed',
  'side.cancelled',
  'help.changed',
  'help.cancelled',
]

/** What the others are notified of, and where it leads. */
export function notificationOf(
  playdate: Timed,
  message: PlaydateMessage,
  { now, about, before }: Change,
): NotificationInput {
  const times = timesOf(playdate)
  const isNew = invitations.includes(message)
  // All others have times alone.
  const params = message === 'playdate.moved' ? { at: times[0] } : { times }
  const notice = { message, params } as Extract<NotificationInput, { message: PlaydateMessage }>
  return {
    ...notice,
    url: urlOf(playdate, message),
    playdate: playdate.id,
    isUrgent: isAsked(message) && isWithinADay(playdate.answer_by?.getTime() ?? null, now),
    startsAt: isNew ? undefined : firstWithinADay([...timesOf(before ?? playdate), ...times], now),
    isOff: offs.includes(message) && (before ?? playdate).accepted_time !== null,
    going: before && goingTo(before),
    ...(about && { about }),
  }
}

const ofSeries = ['series.weekly', 'series.biweekly', 'series.weeklyEvent', 'series.biweeklyEvent'] as const
/** Of what there was nothing before. */
const invitations: readonly PlaydateMessage[] = [
  'playdate.sent',
  'playdate.timeAsked',
  'event.invited',
  'side.sent',
  ...ofSeries,
]
/** What is answered on the page of a request. */
const requests: readonly PlaydateMessage[] = [
  'playdate.sent',
  'playdate.timeAsked',
  'playdate.countered',
  ...ofSeries,
]

function isAsked(message: PlaydateMessage): boolean {
  return requests.includes(message)
}

/** Of what the request ends by, and the playdate stays. */
const stays: readonly PlaydateMessage[] = ['playdate.timeRejected', 'playdate.timeTakenBack']

function urlOf({ id, replaces_id }: Timed, message: PlaydateMessage): string {
  if (isAsked(message)) return `/view-playdate-request/${id}`
  if (stays.includes(message)) return `/view-playdate-information/${replaces_id}`
  // A helper sees nothing of it any more.
  return message === 'help.cancelled' ? '/view-playdates' : `/view-playdate-information/${id}`
}

/** What the rest of one's own side is notified of, where the other side is, too. */
export const sideMessages = {
  'playdate.sent': 'side.sent',
  'event.invited': 'side.sent',
  'series.weekly': 'side.sent',
  'series.biweekly': 'side.sent',
  'series.weeklyEvent': 'side.sent',
  'series.biweeklyEvent': 'side.sent',
  'playdate.countered': 'side.changed',
  'event.moved': 'side.changed',
  'playdate.timeAsked': 'side.sent',
  'playdate.timeRejected': 'playdate.timeRejected',
  'playdate.timeTakenBack': 'playdate.timeTakenBack',
  'playdate.moved': 'side.changed',
  'playdate.confirmed': 'side.confirmed',
  'playdate.rejected': 'side.declined',
  'playdate.cancelled': 'side.cancelled',
  'event.cancelled': 'side.cancelled',
} as const satisfies Partial<Record<PlaydateMessage, PlaydateMessage>>

/** What somebody does to a playdate of which others are notified. */
export type Deed = keyof typeof sideMessages

/**
 * Who is notified of what somebody did to a playdate: the other side, the rest of their own, and helpers on either, who
 * see it only while it is confirmed. `before`: who stood there then.
 */
export function noticesOf(
  deed: Deed,
  { actor, before, after }: { actor: string; before: readonly Standing[]; after: readonly Standing[] },
): { message: PlaydateMessage; to: string[] }[] {
  const side = [...after, ...before].find(({ id }) => id === actor)?.side
  const guardians = after.filter(({ id, role }) => role === 'guardian' && id !== actor)
  return [
    { message: deed, to: guardians.filter((each) => each.side !== side).map(({ id }) => id) },
    { message: sideMessages[deed], to: guardians.filter((each) => each.side === side).map(({ id }) => id) },
    ...noticesToHelpers(before, after),
  ]
}

/** Guardians who stood there for a child that was exchanged: they see nothing of it any more. */
export function guardiansGone(
  actor: string,
  { before, after }: { before: readonly Standing[]; after: readonly Standing[] },
): string[] {
  const gone = before.filter(({ id, role, sees }) => role === 'guardian' && sees && id !== actor)
  return gone.flatMap(({ id }) => (after.some((each) => each.id === id) ? [] : id))
}

export function noticesToHelpers(
  before: readonly Standing[],
  after: readonly Standing[],
): { message: PlaydateMessage; to: string[] }[] {
  const seeing = (standing: readonly Standing[]) =>
    standing.flatMap(({ id, role, sees }) => (role === 'helper' && sees ? [id] : []))
  const [saw, see] = [seeing(before), seeing(after)]
  return [
    { message: 'help.confirmed', to: see.filter((id) => !saw.includes(id)) },
    { message: 'help.changed', to: see.filter((id) => saw.includes(id)) },
    { message: 'help.cancelled', to: saw.filter((id) => !see.includes(id)) },
  ]
}

/**
 * What it is that somebody on that side calls off. A request for another time is taken back by the side that proposed
 * last, and turned down by the other; the playdate stays.
 */
export function deedOfEnding(
  { type, accepted_time, replaces_id, last_side }: Ending,
  side: 'owner' | 'recipient' | undefined,
): 'event.cancelled' | 'playdate.cancelled' | 'playdate.timeTakenBack' | 'playdate.timeRejected' {
  if (type === 'group') return 'event.cancelled'
  if (!replaces_id || accepted_time) return 'playdate.cancelled'
  return last_side === side ? 'playdate.timeTakenBack' : 'playdate.timeRejected'
}

function goingTo({ type, status, standing }: Before): string[] {
  const go = ({ side, sees, response }: Standing) =>
    sees && (type === 'single' || side === 'owner' || response === 'accepted')
  return status === 'accepted' ? standing.filter(go).map(({ id }) => id) : []
}

function firstWithinADay(times: readonly string[], now: number): Date | undefined {
  const near = times.map(Date.parse).filter((time) => time > now && isWithinADay(time, now))
  return near.length > 0 ? new Date(Math.min(...near)) : undefined
}

function isWithinADay(time: number | null, now: number): boolean {
  return time !== null && time <= now + 86_400_000
}

function timesOf({ accepted_time, proposed_times }: Timed): string[] {
  return (accepted_time ? [accepted_time] : proposed_times).map((time) => time.toISOString())
}
