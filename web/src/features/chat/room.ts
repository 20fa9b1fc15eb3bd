import type { Message } from '@tagalong/contract/features/chat/chat.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dateIn, startOfDate } from '@tagalong/contract/values/calendar-date.ts'
import { shortDate } from '@tagalong/contract/values/date-format.ts'
import type { Phrase } from '@tagalong/contract/values/phrase.ts'

/** Which room of a playdate: that of all, or of an event the private one of its owner and that recipient. */
export interface WhichRoom {
  playdate: string
  recipient: string | null
}

/** For what the browser keeps of a room. */
export function roomName({ playdate, recipient }: WhichRoom): string {
  return recipient === null ? playdate : `${playdate}:${recipient}`
}

/** The key of what is being typed there. */
export function textDraftOf(which: WhichRoom): string {
  return `chat-text:${roomName(which)}`
}

/** What waits in a room lies under this and its name in the tab's storage. */
export const outboxPrefix = 'chat-outbox:'

// A frame of the websocket makes 'room' old.
export const roomKey = ({ playdate, recipient }: WhichRoom) => ['room', playdate, recipient] as const

/** What is known of a room, oldest message first. */
export interface Room {
  chatRoom: string
  messages: Message[]
  /** Where older messages go on, or null. */
  nextCursor: string | null
  readOnly: boolean
}

/** One answer of the server: a page, newest message first. */
export interface RoomPage {
  chatRoom: { _id: string }
  messages: readonly Message[]
  nextCursor: string | null
  readOnly: boolean
}

/**
 * The newest page over what was known. Where they don't touch (more was written meanwhile than a page holds), what was
 * known goes, so that the room never has a hole; scrolling up brings it back. The order is the server's: no clock is
 * asked.
 */
export function withNewest(known: Room | undefined, page: RoomPage): Room {
  const newest = page.messages.toReversed()
  const ids = new Set(newest.map(({ _id }) => _id))
  const messages = known?.messages ?? []
  // An own message that was just sent may stand on the page, and behind a hole in what was known.
  const from = messages.findIndex(({ _id }) => _id === newest[0]?._id)
  // Where the page holds all there is, what it lacks was sent since.
  const older = from > 0 ? messages.slice(0, from) : []
  const touches = page.nextCursor === null || from >= 0
  const sentSince = touches ? messages.slice(Math.max(from, 0)).filter(({ _id }) => !ids.has(_id)) : []
  return {
    chatRoom: page.chatRoom._id,
    messages: [...older, ...newest, ...sentSince],
    nextCursor: older.length > 0 ? (known?.nextCursor ?? null) : page.nextCursor,
    readOnly: page.readOnly,
  }
}

/** An older page put before what is known, unless that begins elsewhere by now. */
export function withOlder(known: Room, page: RoomPage, cursor: string): Room {
  if (cursor !== known.nextCursor) return known
  return {
    ...known,
    messages: unique([...page.messages.toReversed(), ...known.messages]),
    nextCursor: page.nextCursor,
  }
}

/** One message more, as the answer to sending it. */
export function withMessage(known: Room, message: Message): Room {
  return { ...known, messages: unique([...known.messages, message]) }
}

/** A message that this tab wrote and that has not arrived, as far as is known. */
export interface Outgoing {
  /** The Idempotency-Key: a retry is the same message, never a second one. */
  key: string
  which: WhichRoom
  /** The room's own id. */
  chatRoom: string
  text: string
  /** Which of the words ready to send it is. */
  phrase?: Phrase | null
  /** `waiting` is sent by itself. What the server refused stays until its writer tries again. */
  state: 'waiting' | 'refused'
  /** Why the server refused it. */
  why?: string
  /** It was not even sent, as it had waited for too long. */
  isLate?: boolean
  /** When it was written, or tried again, in milliseconds since 1970. */
  since: number
  /** How many own messages of this very text were known when it was first sent. */
  alike: number
}

/** How many of the room's messages the caregiver wrote with exactly this text. */
export function alike(messages: readonly Message[], me: string, text: string): number {
  return messages.filter((each) => each.sender?._id === me && each.message.text === text).length
}

/** What still has to be shown as on its way: not what the room shows already, though its answer was lost. */
export function undelivered(
  outbox: readonly Outgoing[],
  messages: readonly Message[],
  me: string,
): Outgoing[] {
  return outbox.filter(
    ({ state, isLate, text, alike: before }) =>
      (state === 'refused' && !isLate) || alike(messages, me, text) <= before,
  )
}

/** `Today`, `Yesterday` or `11/28/2026`, where a message is the first of its day. */
export function daySeparator(
  previous: Message | undefined,
  message: Message,
  zone: string,
  now: number,
): string | null {
  const day = shortDate(message.createdAt, zone)
  if (previous && shortDate(previous.createdAt, zone) === day) return null
  if (day === shortDate(new Date(now).toISOString(), zone)) return m.chat_today()
  // Days are longer or shorter than 24 hours where clocks change.
  const yesterday = new Date(startOfDate(dateIn(now, zone), zone) - 1).toISOString()
  return day === shortDate(yesterday, zone) ? m.chat_yesterday() : day
}

function unique(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((each) => [each._id, each])).values()]
}
