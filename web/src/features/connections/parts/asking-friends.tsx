import { m } from '@tagalong/contract/messages.ts'
import { useId } from 'react'
import { Link } from 'react-router'
import { useViewer } from '#lib/session/session.tsx'
import { useHasJustChanged } from '#lib/use-has-just-changed.ts'
import { Rich } from '#ui/rich.tsx'
import { useConnections } from '../connections.queries.ts'
import { IntroductionCard } from '../introductions/introduction-card.tsx'
import { useIntroductions } from '../introductions/introductions.queries.ts'
import { useAnswers } from '../use-answers.ts'
import { ReceivedInvite } from './invite-card.tsx'

/**
 * On the dashboard: the newest waiting invite, with its buttons until it is answered; otherwise an introduction. It
 * only asks whether the viewer knows the inviter: anyone who has the phone number can invite, under any name.
 */
export function AskingFriends() {
  const viewer = useViewer()
  const heading = useId()
  const { data = [] } = useConnections()
  const asking = data.filter((each) => each.inviteStatus === 'pending' && each.inviter._id !== viewer._id)
  const { received, answer } = useAnswers(asking)
  const [first] = received
  const hasJustCome = useHasJustChanged(first?.connection._id ?? null, null)
  const [introduction] = useIntroductions().data ?? []
  if (!first) return introduction ? <IntroductionCard introduction={introduction} /> : null
  return (
    <section className={hasJustCome ? 'settling' : undefined} aria-labelledby={heading}>
      <h2 className="asking__title" id={heading}>
        <Rich
          parts={m.connections_do_you_know.parts({ name: first.connection.inviter.name })}
          marks={{ name: (words) => <bdi>{words}</bdi> }}
        />
      </h2>
      <ul>
        <ReceivedInvite
          key={first.connection._id}
          connection={first.connection}
          answer={first.answer}
          onAnswer={(said) => answer(first.connection, said)}
        />
      </ul>
      {received.length > 1 && (
        <p className="centered">
          <Link className="roomy" to="/connections?t=pending">
            {m.connections_see_all_invites({ count: received.length })}
          </Link>
        </p>
      )}
    </section>
  )
}
