import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { isOwner } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { markOf } from '#features/playdates/event-guests.ts'
import { fullName } from '#features/playdates/playdate-words.ts'
import { useListEventResponses } from '#features/playdates/playdates.queries.ts'
import { readDraft } from '#lib/drafts/draft.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { guestsToTalkTo, isInvitee, unreadIn } from './event-rooms.ts'
import { roomName, textDraftOf } from './room.ts'
import './chat.css'

/**
 * The chats of an event. The owner and those who said yes share the room of all. The owner also has a private room with
 * each invitee who has not said no. Other guardians of the children on either side are only in the room of all.
 */
export function EventChat({ playdate }: { playdate: Playdate }) {
  const viewer = useViewer()
  if (playdate.owner._id === viewer._id) return <OwnersChats playdate={playdate} />
  const isInAll = isOwner(playdate) || playdate.response === 'accepted'
  if (!isInvitee(playdate, viewer._id)) return isInAll ? <OneChat playdate={playdate} /> : null
  if (isInAll) return <GuestsChats playdate={playdate} />
  return playdate.response === 'rejected' ? null : <AskFirst playdate={playdate} />
}

function OneChat({ playdate }: { playdate: Playdate }) {
  return (
    <section className="chat__part">
      <h2>{m.chat_everyone()}</h2>
      <Room playdate={playdate} recipient={null} />
    </section>
  )
}

type Audience = 'all' | 'one'

function OwnersChats({ playdate }: { playdate: Playdate }) {
  const [audience, setAudience] = useState<Audience>('all')
  const privately = playdate.unread - unreadIn(playdate, null)
  return (
    <section className="chat__part">
      <h2>{m.chat_title()}</h2>
      <Tabs
        label={m.chat_with_whom()}
        tabs={[
          { key: 'all', label: m.chat_everyone(), count: unreadIn(playdate, null) },
          { key: 'one', label: m.chat_one_guest(), count: privately },
        ]}
        selected={audience}
        onSelect={setAudience}
      >
        {audience === 'all' ? (
          <Room playdate={playdate} recipient={null} />
        ) : (
          <OneGuest playdate={playdate} />
        )}
      </Tabs>
    </section>
  )
}

/** The owner chooses the guest to talk to. It starts with one who wrote something unread. */
function OneGuest({ playdate }: { playdate: Playdate }) {
  const { recipientChildren, recipientCaregivers } = playdate
  const responses = useListEventResponses(playdate._id).data ?? []
  const [guest, setGuest] = useState(
    () => recipientCaregivers.find(({ _id }) => unreadIn(playdate, _id) > 0)?._id ?? '',
  )
  const guests = guestsToTalkTo(playdate, guest)
  const saidNo = (id: string) => markOf(id, responses, recipientChildren) === 'rejected'
  return (
    <div className="stack chat__guest">
      <Select
        label={m.chat_guest()}
        value={guest}
        onChange={(event) => setGuest(event.target.value)}
        options={[
          { value: '', text: m.chat_choose_guest() },
          ...guests.map((each) => {
            const unread = unreadIn(playdate, each._id)
            const notes = [
              saidNo(each._id) && m.chat_has_rejected(),
              unread > 0 && m.chat_count_new({ count: unread }),
            ].filter(Boolean)
            return { value: each._id, text: [fullName(each), ...notes].join(' · ') }
          }),
        ]}
      />
      {guest === '' ? (
        <p className="hint">{m.chat_one_guest_hint()}</p>
      ) : (
        <Room playdate={playdate} recipient={guest} isOver={saidNo(guest) || !isInvitee(playdate, guest)} />
      )}
    </div>
  )
}

function GuestsChats({ playdate }: { playdate: Playdate }) {
  const viewer = useViewer()
  // A text begun before the answer was meant for the private room, so that tab opens.
  const begun = textDraftOf({ playdate: playdate._id, recipient: viewer._id })
  const [audience, setAudience] = useState<Audience>(() => (readDraft(begun, '') ? 'one' : 'all'))
  return (
    <section className="chat__part">
      <h2>{m.chat_title()}</h2>
      <Tabs
        label={m.chat_with_whom()}
        tabs={[
          { key: 'all', label: m.chat_everyone(), count: unreadIn(playdate, null) },
          {
            key: 'one',
            label: m.chat_just({ name: playdate.owner.name }),
            count: unreadIn(playdate, viewer._id),
          },
        ]}
        selected={audience}
        onSelect={setAudience}
      >
        <Room playdate={playdate} recipient={audience === 'all' ? null : viewer._id} />
      </Tabs>
    </section>
  )
}

/** Lets an invitee ask the owner something before they answer. Opens by itself if the owner has written. */
function AskFirst({ playdate }: { playdate: Playdate }) {
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  const { name } = playdate.owner
  if (!isOpen && unreadIn(playdate, viewer._id) > 0) setOpen(true)
  if (!isOpen) {
    return playdate.status === 'accepted' ? (
      <Button className="chat__ask" variant="quiet" wide onPress={() => setOpen(true)}>
        <Icon name="chat" small />
        {m.chat_ask_first({ name })}
      </Button>
    ) : null
  }
  return (
    <section className="chat__part">
      <h2>{m.chat_just({ name })}</h2>
      <Room playdate={playdate} recipient={viewer._id} />
    </section>
  )
}

interface RoomProps {
  playdate: Playdate
  recipient: string | null
  /** True if the guest said no and can't read anything more. */
  isOver?: boolean
}

function Room({ playdate, recipient, isOver = false }: RoomProps) {
  const which = { playdate: playdate._id, recipient }
  return (
    <ChatPanel
      key={roomName(which)}
      which={which}
      unread={unreadIn(playdate, recipient)}
      isClosed={isOver || playdate.status === 'cancelled'}
    />
  )
}
