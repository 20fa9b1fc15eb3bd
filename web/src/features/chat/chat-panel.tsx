import { m } from '@tagalong/contract/messages.ts'
import { wordsOf } from '@tagalong/contract/values/phrase.ts'
import { Fragment, useRef } from 'react'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useGetOlderMessages, useGetRoom } from './chat.queries.ts'
import { nameOf, notSentText, OnItsWay, Said, wasRefused } from './chat-message.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { useOutbox } from './outbox.ts'
import { daySeparator, type Outgoing, type Room, type WhichRoom } from './room.ts'
import { useFollowing } from './use-following.ts'
import { useMarkSeen } from './use-mark-seen.ts'
import './chat.css'

interface ChatPanelProps {
  /** Another room needs another panel: pass a key. */
  which: WhichRoom
  /** Number of messages that the viewer has not read. */
  unread: number
  /** True once nobody may write any more, known before the room is refetched. */
  isClosed: boolean
}

/** A chat of a playdate: its messages and the field to write one. */
export function ChatPanel({ which, unread, isClosed }: ChatPanelProps) {
  const room = useGetRoom(which)
  // Also open while loading, so that nothing below moves.
  const isOpen = !isClosed && (room.data ? !room.data.readOnly : !room.isError)
  return (
    <>
      <div className="chat">
        {room.data ? (
          <Conversation
            which={which}
            room={isClosed ? { ...room.data, readOnly: true } : room.data}
            // Messages that are still being fetched aren't on the screen.
            unread={room.isFetching || room.isError ? 0 : unread}
          />
        ) : room.isError ? (
          <>
            <Unsent which={which} />
            <div className="chat__problem">
              <Prompt>{room.error.message}</Prompt>
              <Button variant="primary" size="small" onPress={() => void room.refetch()}>
                {m.common_again()}
              </Button>
            </div>
          </>
        ) : (
          <Spinner size="4rem" label={m.chat_loading()} />
        )}
      </div>
      {isOpen && <p className="chat__hint">{m.chat_phrases_hint()}</p>}
    </>
  )
}

/** Waiting messages, shown when the room itself can't be loaded, so that they don't seem lost. */
function Unsent({ which }: { which: WhichRoom }) {
  const { waiting, retry } = useOutbox(which, undefined)
  if (waiting.length === 0) return null
  return (
    <ol className="chat__unsent" aria-label={m.chat_messages()}>
      {waiting.map((each) => (
        <OnItsWay key={each.key} message={each} onRetry={() => retry(each)} onEdit={null} />
      ))}
    </ol>
  )
}

function Conversation({ which, room, unread }: { which: WhichRoom; room: Room; unread: number }) {
  const viewer = useViewer()
  const now = useNow(60_000)
  const { waiting, isSending, send, retry, takeBack } = useOutbox(which, room)
  const composer = useRef<ComposerHandle>(null)
  const edit = (message: Outgoing) => {
    takeBack(message)
    composer.current?.putBack(message.text)
  }
  const { list, isBehind, keepEnd, onScroll, toEnd } = useFollowing(
    room,
    waiting.map(({ state }) => state).join(),
  )
  // Takes the focus when the button that had it disappears.
  const focusList = () => list.current?.focus({ preventScroll: true })
  const latest = room.messages.at(-1)
  const refused = waiting.findLast(wasRefused)
  const end = useRef<HTMLLIElement>(null)
  // Ignores own messages: one may be listed before an earlier message of another caregiver has been fetched.
  const newest = room.messages.findLast(({ sender }) => sender?._id !== viewer._id)
  useMarkSeen(end, which, unread, newest?._id)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-label={m.chat_messages()} ref={list} onScroll={onScroll}>
        {room.nextCursor && <OlderMessages which={which} cursor={room.nextCursor} onFocusLost={focusList} />}
        {room.messages.length + waiting.length === 0 && (
          <li className="chat__first">{room.readOnly ? m.chat_nothing_written() : m.chat_say_hello()}</li>
        )}
        {room.messages.map((message, index) => {
          const day = daySeparator(room.messages[index - 1], message, viewer.timeZone, now)
          return (
            <Fragment key={message._id}>
              {day && (
                <li className="chat__day">
                  <span>{day}</span>
                </li>
              )}
              <Said
                message={message}
                isMine={message.sender?._id === viewer._id}
                zone={viewer.timeZone}
                room={room.chatRoom}
              />
            </Fragment>
          )
        })}
        {waiting.map((each) => (
          <OnItsWay
            key={each.key}
            message={each}
            onRetry={room.readOnly ? null : () => retry(each)}
            onEdit={room.readOnly ? null : () => edit(each)}
          />
        ))}
        <li className="chat__last" aria-hidden="true" ref={end} />
      </ol>
      {isBehind && (
        <div className="chat__end">
          <button
            className="chat__new"
            type="button"
            onClick={() => {
              toEnd()
              focusList()
            }}
          >
            <Icon name="down" small />
            {m.chat_new_messages()}
          </button>
        </div>
      )}
      {/* Keyed, so that a repeated text is announced again. */}
      <p className="sr" role="status">
        {latest && latest.sender?._id !== viewer._id && (
          <span key={latest._id}>{`${nameOf(latest)}: ${wordsOf(latest.message)}`}</span>
        )}
      </p>
      <p className="sr" role="status">
        {refused && <span key={refused.key}>{notSentText(refused)}</span>}
      </p>
      {room.readOnly ? (
        <p className="chat__closed">{m.chat_closed()}</p>
      ) : (
        <Composer
          ref={composer}
          which={which}
          isSending={isSending}
          onPhrases={keepEnd}
          onSend={(text) => {
            toEnd()
            send(text, room.chatRoom)
          }}
        />
      )}
    </>
  )
}

/** Loads older messages, by scrolling to the top or by the button. */
function OlderMessages({
  which,
  cursor,
  onFocusLost,
}: {
  which: WhichRoom
  cursor: string
  onFocusLost: () => void
}) {
  const older = useGetOlderMessages(which)
  const button = useRef<HTMLButtonElement>(null)
  const bring = async () => {
    const hadFocus = document.activeElement === button.current
    // A failure is shown above the button.
    const isThere = await older.mutateAsync(cursor).then(
      () => true,
      () => false,
    )
    if (isThere && hadFocus) onFocusLost()
  }
  return (
    <li className="chat__older">
      {older.isError && <Prompt>{older.error.message}</Prompt>}
      <Button
        variant="quiet"
        size="small"
        data-older=""
        ref={button}
        isPending={older.isPending}
        onPress={() => void bring()}
      >
        {m.chat_older()}
      </Button>
    </li>
  )
}
