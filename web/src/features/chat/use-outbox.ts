import { useEffect } from 'react'
import { newAttemptKey } from '#lib/attempt-key.ts'
import { useDraft } from '#lib/draft.ts'
import { useViewer } from '#lib/session.tsx'
import { useSendMessage } from './chat.queries.ts'
import { alike, type Outgoing, type Room, roomName, undelivered, type WhichRoom } from './room.ts'

/** Messages on their way. They outlive a reload, so that nothing written is lost; none is ever sent twice. */
export function useOutbox(which: WhichRoom, room: Room) {
  const viewer = useViewer()
  const [outbox, setOutbox] = useDraft<Outgoing[]>(`chat-outbox:${roomName(which)}`, [])
  const { mutate, isPending } = useSendMessage(which)
  const waiting = undelivered(outbox, room.messages, viewer._id)

  const attempt = (message: Outgoing) => {
    const others = (all: Outgoing[]) => all.filter(({ key }) => key !== message.key)
    setOutbox((all) => [...others(all), { ...message, state: 'sending' }])
    mutate(
      { chatRoom: room.chatRoom, text: message.text, key: message.key },
      {
        onSuccess: () => setOutbox(others),
        onError: () => setOutbox((all) => [...others(all), { ...message, state: 'failed' }]),
      },
    )
  }

  // What the room shows by now had arrived, though its answer was lost.
  const arrived = waiting.length < outbox.length && !isPending
  useEffect(() => {
    if (arrived) setOutbox((all) => undelivered(all, room.messages, viewer._id))
  }, [arrived, room.messages, viewer._id, setOutbox])

  return {
    // Whatever was on its way when the page was left has no answer any more.
    waiting: isPending ? waiting : waiting.map((each) => ({ ...each, state: 'failed' as const })),
    isSending: isPending,
    send: (text: string) => {
      const before = alike(room.messages, viewer._id, text)
      const queued = waiting.filter((each) => each.text === text).length
      attempt({ key: newAttemptKey(), text, state: 'sending', alike: before + queued })
    },
    retry: attempt,
  }
}
