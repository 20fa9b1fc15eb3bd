import { PlaydateInformationScreen } from '#features/playdates/playdate-information-screen.tsx'
import { ChatPanel } from './chat-panel.tsx'

/** /view-playdate-information/{id} with its chat. It stands here because chat knows playdates, not the other way round. */
export function PlaydateWithChatScreen() {
  return (
    <PlaydateInformationScreen
      chat={({ _id, unread, status }) => (
        <section className="chat__part">
          <h2>Chat</h2>
          <ChatPanel
            key={_id}
            playdate={_id}
            unread={unread}
            isClosed={status === 'cancelled' || status === 'rejected'}
          />
        </section>
      )}
    />
  )
}
