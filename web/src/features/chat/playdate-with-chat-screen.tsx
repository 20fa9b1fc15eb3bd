import { m } from '@tagalong/contract/messages.ts'
import { AfternoonPart, QuestionAfterwards } from '#features/afternoon/parts/afternoon-part.tsx'
import { AddToCalendar } from '#features/calendar/parts/add-to-calendar.tsx'
import { PlaydateInformationScreen } from '#features/playdates/details/playdate-information-screen.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { EventChat } from './event-chat.tsx'

/** /view-playdate-information/{id} with its chat. It is here because chat depends on playdates, not the reverse. */
export function PlaydateWithChatScreen() {
  return (
    <PlaydateInformationScreen
      afternoon={(playdate) => <AfternoonPart playdate={playdate} />}
      question={(playdate) => <QuestionAfterwards playdate={playdate} />}
      calendar={(playdate) => <AddToCalendar playdate={playdate} />}
      chat={(playdate) =>
        playdate.type === 'group' ? (
          <EventChat key={playdate._id} playdate={playdate} />
        ) : (
          <section className="chat__part">
            <h2>{m.chat_title()}</h2>
            <ChatPanel
              key={playdate._id}
              which={{ playdate: playdate._id, recipient: null }}
              unread={playdate.unread}
              isClosed={playdate.status === 'cancelled' || playdate.status === 'rejected'}
            />
          </section>
        )
      }
    />
  )
}
