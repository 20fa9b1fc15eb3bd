import { useSyncExternalStore } from 'react'
import { newAttemptKey } from '#lib/calls/attempt-key.ts'
import { useViewer } from '#lib/session/session.tsx'
import { isSendingIn, outboxOf, putInOutbox, watchOutbox } from './outbox.ts'
import { alike, type Outgoing, type Room, roomName, undelivered, type WhichRoom } from './room.ts'

/** Messages on their way. They outlive a reload, so that nothing written is lost; none is ever sent twice. */
export function useOutbox(which: WhichRoom, room: Room) {
  const viewer = useViewer()
  const name = roomName(which)
  const outbox = useSyncExternalStore(watchOutbox, () => outboxOf(name))
  const isSending = useSyncExternalStore(watchOutbox, () => isSendingIn(name))
  const waiting = undelivered(outbox, room.messages, viewer._id)
  const put = (message: Pick<Outgoing, 'key' | 'text' | 'alike'>) =>
    putInOutbox({ ...message, which, chatRoom: room.chatRoom, state: 'waiting', since: Date.now() })
  return {
    waiting,
    isSending,
    send: (text: string) => {
      const before = alike(room.messages, viewer._id, text)
      const queued = waiting.filter((each) => each.text === text).length
      put({ key: newAttemptKey(), text, alike: before + queued })
    },
    retry: ({ key, text, alike: before }: Outgoing) => put({ key, text, alike: before }),
  }
}
