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
  /** The caregiver who acted. */
  about?: string | undefined
  /** The playdate before the change. */
  before?: Before | undefined
}

/** If the playdate was confirmed, those who go have to know of these. */
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

/** Returns the notification of a change, with the path it leads to. */
export function notificationOf(
  playdate: Timed,
  message: PlaydateMessage,
  { now, about, before }: Change,
): NotificationInput {
  const times = timesOf(playdate)
  const isNew = invitations.includes(message)
  // All other messages have only `times`.
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
/** Messages about something new. */
const invitations: readonly PlaydateMessage[] = [
  'playdate.sent',
  'playdate.timeAsked',
  'event.invited',
  'side.sent',
  ...ofSeries,
]
/** Messages that are answered on the page of a request. */
const requests: readonly PlaydateMessage[] = [
  'playdate.sent',
  'playdate.timeAsked',
  'playdate.countered',
  ...ofSeries,
]

function isAsked(message: PlaydateMessage): boolean {
  return requests.includes(message)
}

/** Messages about the end of a request whose playdate stays. */
const stays: readonly PlaydateMessage[] = ['playdate.timeRejected', 'playdate.timeTakenBack']

function urlOf({ id, replaces_id }: Timed, message: PlaydateMessage): string {
  if (isAsked(message)) return `/view-playdate-request/${id}`
  if (stays.includes(message)) return `/view-playdate-information/${replaces_id}`
  // The helper no longer sees it.
  return message === 'help.cancelled' ? '/view-playdates' : `/view-playdate-information/${id}`
}

/** The message to the rest of the actor's own side, by the message to the other side. */
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

/** A change of a playdate that others are notified of. */
export type Deed = keyof typeof sideMessages

/**
 * Returns who is notified of a change, and how: the other side, the rest of the actor's own side, and helpers on
 * either, who see a playdate only while it is confirmed. `before` and `after` are the caregivers on its sides.
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

/** Returns the guardians who no longer see the playdate, since their child was exchanged for another. */
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
 * Returns what it means if that side calls it off. A request for another time is taken back by the side that proposed
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
