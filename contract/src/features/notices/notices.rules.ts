import * as z from 'zod/mini'
import { id } from '../../values/id.ts'

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
  'playdate.changed': 'A playdate of yours has changed',
  'event.invited': '{about} invited you to an event',
  'event.moved': '{about} moved an event. Please answer again',
  'event.coming': '{about} is coming to your event',
  'event.notComing': '{about} can’t come to your event',
  'chat.message': '{about} sent you a message',
  'group.joined': '{about} joined {group}',
  'group.added': 'You are a member of {group} now',
  'group.ended': 'You are no longer a member of {group}',
  'group.removed': 'You were removed from {group}',
  'group.code': '{group} has a new access code',
  'membership.ends': 'Your premium membership ends on {date}',
  'membership.fails': 'A payment for {brand} did not work',
  'admin.said': '{text}',
} as const
export type NoticeMessage = keyof typeof noticeTexts

const none = z.object({})
const group = z.object({ group: z.string() })
const connection = z.object({ connection: id })

/** The parameters of each message. Persons are ids: whoever is gone leaves no name behind. */
const noticeParams = {
  'connection.asked': none,
  'connection.accepted': none,
  'connection.declined': connection,
  'connection.joined': connection,
  'playdate.sent': none,
  'playdate.countered': none,
  'playdate.confirmed': none,
  'playdate.rejected': none,
  'playdate.cancelled': none,
  'playdate.changed': none,
  'event.invited': none,
  'event.moved': none,
  'event.coming': none,
  'event.notComing': none,
  'chat.message': none,
  'group.joined': group,
  'group.added': group,
  'group.ended': group,
  'group.removed': group,
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

/** What its reader is to see. Only texts of ours are templates, and what is put in stays as it is. */
export function renderNotice(kept: KeptNotice): string {
  const notice = readNotice(kept)
  if (!notice) return renderTitle(kept)
  return fill(notice, {
    about: kept.about ?? somebody,
    invitee: kept.invitee ?? somebody,
    ...wordsOf(notice),
  })
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
