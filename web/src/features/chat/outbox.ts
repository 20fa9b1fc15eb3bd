import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { phraseOf } from '@tagalong/contract/values/phrase.ts'
import { useSyncExternalStore } from 'react'
import { ApiError, call, isUnavailable } from '#lib/calls/api.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { queryClient } from '#lib/calls/query-client.ts'
import { clearDraft, readDraft, storageKeyOf, writeDraft } from '#lib/drafts/draft.ts'
import { onServerBack, serverIsReachable } from '#lib/offline/reachability.ts'
import { currentUserId, nobody, useViewer, watchSession } from '#lib/session/session.tsx'
import {
  alike,
  type Outgoing,
  outboxPrefix,
  type Room,
  roomKey,
  roomName,
  undelivered,
  type WhichRoom,
  withMessage,
} from './room.ts'

// Outside React, so that messages are sent even if their room is no longer on screen.

/** Milliseconds after which a message is sent only if its writer asks: the server keeps idempotency keys for a day. */
const sentByItselfFor = 23 * 3_600_000

const boxes = new Map<string, readonly Outgoing[]>()
const watchers = new Set<() => void>()
let underWay: Outgoing | null = null
/** Set while the server's rate limit has paused sending. */
let rest: ReturnType<typeof setTimeout> | null = null

/**
 * The messages on their way. They survive a reload, and none is sent twice.
 *
 * @param room what is known of the room, if anything
 */
export function useOutbox(which: WhichRoom, room: Room | undefined) {
  const viewer = useViewer()
  const name = roomName(which)
  const outbox = useSyncExternalStore(watchOutbox, () => outboxOf(name))
  const isSending = useSyncExternalStore(watchOutbox, () => isSendingIn(name))
  const messages = room?.messages ?? []
  const waiting = undelivered(outbox, messages, viewer._id)
  const put = (message: Pick<Outgoing, 'key' | 'chatRoom' | 'text' | 'phrase' | 'alike'>) =>
    putInOutbox({ ...message, which, state: 'waiting', since: Date.now() })
  return {
    waiting,
    isSending,
    send: (text: string, chatRoom: string) => {
      const before = alike(messages, viewer._id, text)
      const queued = waiting.filter((each) => each.text === text).length
      const phrase = phraseOf(text)
      put({ key: newIdempotencyKey(), chatRoom, text, phrase, alike: before + queued })
    },
    retry: ({ key, chatRoom, text, phrase, alike: before }: Outgoing) =>
      put({ key, chatRoom, text, ...(phrase && { phrase }), alike: before }),
    takeBack: (message: Outgoing) => keep(message, (others) => others),
  }
}

/** Returns the undelivered messages of a room, in the order in which they were written. */
function outboxOf(room: string): readonly Outgoing[] {
  const box = boxes.get(room) ?? readDraft<Outgoing[]>(outboxPrefix + room, [])
  boxes.set(room, box)
  return box
}

/** True while a message of the room is being sent. */
function isSendingIn(room: string): boolean {
  return underWay !== null && roomName(underWay.which) === room
}

/** True while sending is paused and will go on by itself. */
export function isResting(): boolean {
  return rest !== null
}

export function watchOutbox(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Queues a message and starts sending. */
function putInOutbox(message: Outgoing): void {
  keep(message, (others) => [...others, message])
  void sendWaiting()
}

/** Sends the waiting messages one after the other, in the order in which they were written. */
async function sendWaiting(): Promise<void> {
  const user = currentUserId()
  if (underWay || rest || user === nobody || !serverIsReachable()) return
  const next = firstWaiting()
  if (!next) return
  underWay = next
  changed()
  const outcome = await attempt(next)
  underWay = null
  // After a change of user the outcome is dropped. The idempotency key prevents a second message.
  if (currentUserId() === user) settle(next, outcome)
  changed()
  if (outcome !== 'later') void sendWaiting()
}

/** `later`: no response, or the user has to sign in first. `afterSeconds`: rate limited. */
type Outcome = 'sent' | 'later' | { afterSeconds: number } | { why: string }

async function attempt(message: Outgoing): Promise<Outcome> {
  try {
    await sendMessageTo(message)
    return 'sent'
  } catch (error) {
    if (isUnavailable(error) || (error instanceof ApiError && error.status === 401)) return 'later'
    if (error instanceof ApiError && error.status === 429) return { afterSeconds: error.retryAfter ?? 60 }
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

async function sendMessageTo({ which, chatRoom, text, phrase, key }: Outgoing): Promise<void> {
  const message = await call(sendMessage, {
    body: { chatRoom, message: { text, ...(phrase && { phrase }) } },
    idempotencyKey: key,
    keepPage: true,
  })
  queryClient.setQueryData<Room>(roomKey(which), (known) => known && withMessage(known, message))
}

function settle(message: Outgoing, outcome: Outcome): void {
  if (outcome === 'later') return
  if (outcome === 'sent') keep(message, (others) => others)
  else if ('why' in outcome) refuse(message, outcome)
  else rest = setTimeout(goOn, outcome.afterSeconds * 1_000)
}

function goOn(): void {
  if (rest) clearTimeout(rest)
  rest = null
  changed()
  void sendWaiting()
}

function refuse(message: Outgoing, reason: Pick<Outgoing, 'why' | 'isLate'>): void {
  const refused = { ...message, state: 'refused' as const, ...reason }
  keep(message, (_others, all) => all.map((each) => (each.key === message.key ? refused : each)))
}

/** Returns the oldest of all rooms' first waiting messages. Within a room the queue's order counts, not the clock. */
function firstWaiting(): Outgoing | undefined {
  const start = storageKeyOf(outboxPrefix)
  const places = Object.keys(sessionStorage).filter((place) => place.startsWith(start))
  // If the storage is full, messages may exist only in `boxes`.
  const rooms = new Set([...places.map((place) => place.slice(start.length)), ...boxes.keys()])
  const waiting = [...rooms].map((room) => outboxOf(room).filter(({ state }) => state === 'waiting'))
  const isLate = ({ since }: Outgoing) => Date.now() - since > sentByItselfFor
  for (const message of waiting.flat().filter(isLate)) refuse(message, { isLate: true })
  return waiting
    .flatMap((room) => room.find((message) => !isLate(message)) ?? [])
    .toSorted((a, b) => a.since - b.since)[0]
}

function keep(
  message: Outgoing,
  change: (others: readonly Outgoing[], all: readonly Outgoing[]) => readonly Outgoing[],
): void {
  const room = roomName(message.which)
  const all = outboxOf(room)
  const next = change(
    all.filter(({ key }) => key !== message.key),
    all,
  )
  boxes.set(room, next)
  if (next.length > 0) writeDraft(outboxPrefix + room, next)
  else clearDraft(outboxPrefix + room)
  changed()
}

function changed(): void {
  for (const watcher of watchers) watcher()
}

onServerBack(() => void sendWaiting())
let owner = currentUserId()
watchSession(() => {
  // Each user has an outbox of their own.
  if (currentUserId() !== owner) boxes.clear()
  owner = currentUserId()
  goOn()
})
void sendWaiting()
