import type { Message } from '@tagalong/contract/features/chat/chat.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { clockTime } from '@tagalong/contract/values/date-format.ts'
import { wordsOf } from '@tagalong/contract/values/phrase.ts'
import { useSyncExternalStore } from 'react'
import { PersonMenu } from '#features/safety/parts/person-menu.tsx'
import { useIsReachable } from '#lib/offline/use-is-reachable.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MessageText } from './message-text.tsx'
import { isResting, watchOutbox } from './outbox.ts'
import type { Outgoing } from './room.ts'

interface SaidProps {
  message: Message
  isMine: boolean
  zone: string
  /** The chat room's id, not the playdate's. */
  room: string
}

/** A message that the server has. */
export function Said({ message, isMine, zone, room }: SaidProps) {
  return (
    <li className={isMine ? 'msg msg--me' : 'msg'}>
      {!isMine && <Face message={message} zone={zone} room={room} />}
      <p>
        <small className={isMine ? 'sr' : undefined}>
          {isMine ? m.common_me() : <bdi>{nameOf(message)}</bdi>}
        </small>
        <MessageText text={wordsOf(message.message)} />
        <small>{clockTime(message.createdAt, zone)}</small>
      </p>
    </li>
  )
}

/** The sender's face. It opens the menu to mute, report or block them. */
function Face({ message, zone, room }: Omit<SaidProps, 'isMine'>) {
  const { sender } = message
  if (!sender) return <CaregiverAvatar caregiver={nobody} />
  const preview = (
    <blockquote className="row said">
      <CaregiverAvatar caregiver={sender} size="2rem" />
      <p className="said__bubble">
        <small>
          <bdi>
            {sender.name} {sender.lastName}
          </bdi>
          , {clockTime(message.createdAt, zone)}
        </small>
        <span dir="auto">{wordsOf(message.message)}</span>
      </p>
    </blockquote>
  )
  const thing = { kind: 'message', id: message._id, label: m.safety_about_message(), preview } as const
  return (
    <PersonMenu person={sender} room={room} things={[thing]}>
      <CaregiverAvatar caregiver={sender} />
    </PersonMenu>
  )
}

interface OnItsWayProps {
  message: Outgoing
  onRetry: (() => void) | null
  onEdit: (() => void) | null
}

/** A message that the viewer wrote and the server doesn't have yet. */
export function OnItsWay({ message, onRetry, onEdit }: OnItsWayProps) {
  const isReachable = useIsReachable()
  const isForLater = useSyncExternalStore(watchOutbox, isResting)
  const isRefused = wasRefused(message)
  return (
    <li className={isRefused ? 'msg msg--me msg--failed' : 'msg msg--me msg--sending'}>
      <p>
        <small className="sr">{m.common_me()}</small>
        <span className="msg__text" dir="auto">
          {wordsOf(message)}
        </span>
        {isRefused ? (
          <small>{notSentText(message)}</small>
        ) : (
          <small>{isReachable && !isForLater ? m.chat_sending() : m.chat_waiting()}</small>
        )}
      </p>
      {isRefused && onRetry && (
        <div className="msg__deeds">
          <Button variant="danger" size="small" onPress={onRetry}>
            <Icon name="refresh" small />
            {m.common_retry()}
          </Button>
          {onEdit && (
            <Button variant="quiet" size="small" onPress={onEdit}>
              <Icon name="edit" small />
              {m.chat_edit()}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** True unless it is sent automatically. The previous release stored another state for this, without a reason. */
export function wasRefused({ state }: Outgoing): boolean {
  return state !== 'waiting'
}

export function notSentText({ isLate, why: said }: Outgoing): string {
  const why = isLate ? m.chat_waited_long() : said
  return why ? m.chat_not_sent_why({ why }) : m.chat_not_sent()
}

const nobody = { _id: 'nobody', name: '?' }

export function nameOf(message: Message): string {
  return message.sender?.name ?? m.value_another_family()
}
