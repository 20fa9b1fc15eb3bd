import * as z from 'zod/mini'
import { playdateTime } from '../../values/date-format.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'

/**
 * What notices say, by their message. Words in braces are put in when a notice is read: `{about}` is the name of the
 * caregiver whom it is about, `{invitee}` what its reader called somebody they invited, all others are parameters.
 */
export const noticeTexts = {
  'connection.asked': '{about} wants to connect with you',
  'connection.accepted': '{about} accepted your invite',
  // Until invitees accept, inviters know only the name they typed.
  'connection.declined': '{invitee} declined your invite',
  'connection.joined': '{invitee} came by your invite link',
  'playdate.sent': '{about} sent you a playdate request',
  'playdate.countered': '{about} suggested something else for your playdate',
  'playdate.confirmed': '{about} confirmed your playdate',
  'playdate.rejected': '{about} can’t make it to your playdate',
  'playdate.cancelled': '{about} cancelled your playdate',
  'playdate.fewer': '{about} changed who is coming to your playdate',
  'playdate.childrenGone': '{about}’s children can’t come any more, so your playdate is off',
  'playdate.familyGone': 'The other family no longer has an account here, so your playdate is off',
  'event.invited': '{about} invited you to an event',
  'event.moved': '{about} moved an event. Please answer again',
  'event.coming': '{about} is coming to your event',
  'event.notComing': '{about} can’t come to your event',
  'event.cancelled': '{about} cancelled their event',
  'event.fewer': '{about} changed who is coming to an event',
  'event.childrenGone': '{about}’s children can’t come any more, so the event is off',
  'event.hostGone': 'The family who planned an event no longer has an account here, so it is off',
  'event.guestGone': 'A family that was invited to an event no longer has an account here',
  'event.guestsGone': 'The invited family no longer has an account here, so the event is off',
  'chat.message': '{about} sent you a message',
  'group.joined': '{about} joined {group}',
  'group.added': 'You are a member of {group} now',
  'group.ended': 'You are no longer a member of {group}',
  'group.code': '{group} has a new access code',
  'membership.ends': 'Your premium membership ends on {date}',
  'membership.fails': 'A payment for {brand} did not work',
  'admin.said': '{text}',
} as const
export type NoticeMessage = keyof typeof noticeTexts

const none = z.object({})
const group = z.object({ group: z.string() })
const connection = z.object({ connection: id })
/** When it is, or may be. */
const times = z.object({ times: z.array(instant) })

/** The parameters of each message. Persons are ids: whoever is gone leaves no name behind. */
const noticeParams = {
  'connection.asked': none,
  'connection.accepted': none,
  'connection.declined': connection,
  'connection.joined': connection,
  'playdate.sent': times,
  'playdate.countered': times,
  'playdate.confirmed': times,
  'playdate.rejected': times,
  'playdate.cancelled': times,
  'playdate.fewer': times,
  'playdate.childrenGone': times,
  'playdate.familyGone': times,
  'event.invited': times,
  'event.moved': times,
  'event.coming': times,
  'event.notComing': times,
  'event.cancelled': times,
  'event.fewer': times,
  'event.childrenGone': times,
  'event.hostGone': times,
  'event.guestGone': times,
  'event.guestsGone': times,
  'chat.message': none,
  'group.joined': group,
  'group.added': group,
  'group.ended': group,
  'group.code': group,
  /** On the clock of whoever reads it. */
  'membership.ends': z.object({ date: z.iso.date() }),
  'membership.fails': z.object({ brand: z.string() }),
  'admin.said': z.object({ text: z.string() }),
} satisfies Record<NoticeMessage, z.ZodMiniType>

export type Notice = {
  [M in NoticeMessage]: { message: M; params: z.output<(typeof noticeParams)[M]> }
}[NoticeMessage]

/** As it is kept. */
export interface KeptNotice {
  /** null in those of the release before, which have a title only */
  message: string | null
  params: unknown
  title: string
  /** The names that it needs, as they are now; null where it needs none, or nobody bears it any more. */
  about: string | null
  invitee: string | null
}

/** As its reader sees it. */
export interface RenderedNotice {
  title: string
  /** The day and the time of what it is about. */
  detail: string | null
}

/** Only texts of ours are templates, and what is put in stays as it is. `zone`: the reader's. */
export function renderNotice(kept: KeptNotice, zone: string): RenderedNotice {
  const notice = readNotice(kept)
  if (!notice) return { title: renderTitle(kept), detail: null }
  const names = { about: kept.about ?? somebody, invitee: kept.invitee ?? somebody }
  return { title: fill(notice, { ...names, ...wordsOf(notice) }), detail: detailOf(notice, zone) }
}

function detailOf({ params }: Notice, zone: string): string | null {
  const [first, ...others] = 'times' in params ? params.times : []
  if (first === undefined) return null
  const time = playdateTime(first, zone)
  return others.length === 0 ? time : `${time} + ${others.length} more`
}

/** What the release before shows of it, which puts a name in for '{name}': nothing typed may hold that. */
export function titleOf(notice: Notice): string {
  const words = Object.entries(wordsOf(notice)).map(([key, word]) => [key, word.replaceAll(name, '{ name }')])
  return fill(notice, { about: name, invitee: somebody, ...Object.fromEntries(words) })
}

const somebody = 'A caregiver'
const name = '{name}'

/** Undefined where a later release wrote it, whose message is not known here. */
function readNotice({ message, params }: KeptNotice): Notice | undefined {
  if (message === null || !Object.hasOwn(noticeParams, message)) return undefined
  const read = z.safeParse(noticeParams[message as NoticeMessage], params)
  return read.success ? ({ message, params: read.data } as Notice) : undefined
}

function wordsOf({ params }: Notice): Record<string, string> {
  if ('times' in params) return {}
  if (!('date' in params)) return params
  const [year, month, day] = params.date.split('-')
  return { ...params, date: `${month}/${day}/${year}` }
}

function fill({ message }: Notice, words: Record<string, string>): string {
  return noticeTexts[message].replaceAll(/\{(\w+)\}/g, (_, key: string) => words[key] ?? '')
}

/** In these a name was typed, so that '{name}' is no place for one. */
const typed = / (?:declined your invite|came by your invite link)$/

function renderTitle({ title, about }: KeptNotice): string {
  return about === null || typed.test(title) || !title.startsWith(name)
    ? title
    : about + title.slice(name.length)
}
