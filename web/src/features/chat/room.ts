import type { Message } from '@tagalong/contract/features/chat/chat.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dateIn, startOfDate } from '@tagalong/contract/values/calendar-date.ts'
import { shortDate } from '@tagalong/contract/values/date-format.ts'
import type { Phrase } from '@tagalong/contract/values/phrase.ts'

/** Names a room of a playdate: the one of all, or an event's private room with that recipient. */
export interface WhichRoom {
  playdate: string
  recipient: string | null
}

/** Returns the name under which the browser stores things about a room. */
export function roomName({ playdate, recipient }: WhichRoom): string {
  return recipient === null ? playdate : `${playdate}:${recipient}`
}

/** Returns the draft key of the text being typed in a room. */
export function textDraftOf(which: WhichRoom): string {
  return `chat-text:${roomName(which)}`
}

/** Prefix of the storage keys under which a room's waiting messages are kept in the tab. */
export const outboxPrefix = 'chat-outbox:'

// A frame of the websocket invalidates `room`.
export const roomKey = ({ playdate, recipient }: WhichRoom) => ['room', playdate, recipient] as const

/** The known part of a room, oldest message first. */
export interface Room {
  chatRoom: string
  messages: Message[]
  /** The cursor of the older messages; null if there are none. */
  nextCursor: string | null
  readOnly: boolean
}

/** One page from the server, newest message first. */
export interface RoomPage {
  chatRoom: { _id: string }
  messages: readonly Message[]
  nextCursor: string | null
  readOnly: boolean
}

/**
 * Merges the newest page into what is known. If there is a gap between the two, the known messages are dropped, so that
 * the room never has a hole; scrolling up fetches them again. The order is the server's and doesn't depend on a clock.
 */
export function withNewest(known: Room | undefined, page: RoomPage): Room {
  const newest = page.messages.toReversed()
  const ids = new Set(newest.map(({ _id }) => _id))
  const messages = known?.messages ?? []
  // An own message just sent may be on the page, but after a gap in the known messages.
  const from = messages.findIndex(({ _id }) => _id === newest[0]?._id)
  // If the page reaches the beginning of the room, known messages that it lacks were sent since.
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

/** Prepends an older page, unless the known messages begin elsewhere by now. */
export function withOlder(known: Room, page: RoomPage, cursor: string): Room {
  if (cursor !== known.nextCursor) return known
  return {
    ...known,
    messages: unique([...page.messages.toReversed(), ...known.messages]),
    nextCursor: page.nextCursor,
  }
}

/** Appends a message that the server returned for a send. */
export function withMessage(known: Room, message: Message): Room {
  return { ...known, messages: unique([...known.messages, message]) }
}

/** A message that was written in this tab and isn't known to have arrived. */
export interface Outgoing {
  /** The idempotency key, which makes a retry the same message. */
  key: string
  which: WhichRoom
  /** The chat room's id, not the playdate's. */
  chatRoom: string
  text: string
  /** The phrase that the text is, if any. */
  phrase?: Phrase | null
  /** `waiting` messages are sent automatically. Refused ones stay until their writer tries again. */
  state: 'waiting' | 'refused'
  /** The server's reason for the refusal. */
  why?: string
  /** True if it was not sent because it had waited for too long. */
  isLate?: boolean
  /** When it was written or last retried, in milliseconds since 1970. */
  since: number
  /** How many own messages with exactly this text were known when it was first sent. */
  alike: number
}

/** Counts the caregiver's messages in the room that have exactly this text. */
export function alike(messages: readonly Message[], me: string, text: string): number {
  return messages.filter((each) => each.sender?._id === me && each.message.text === text).length
}

/** Returns the messages to show as on their way, without those that arrived although their response was lost. */
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

/** Returns `Today`, `Yesterday` or `11/28/2026` if a message is the first of its day, otherwise null. */
export function daySeparator(
  previous: Message | undefined,
  message: Message,
  zone: string,
  now: number,
): string | null {
  const day = shortDate(message.createdAt, zone)
  if (previous && shortDate(previous.createdAt, zone) === day) return null
  if (day === shortDate(new Date(now).toISOString(), zone)) return m.chat_today()
  // A day has 23 or 25 hours when clocks change.
  const yesterday = new Date(startOfDate(dateIn(now, zone), zone) - 1).toISOString()
  return day === shortDate(yesterday, zone) ? m.chat_yesterday() : day
}

function unique(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((each) => [each._id, each])).values()]
}
