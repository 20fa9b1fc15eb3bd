import type { PlaydateAfternoon } from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { useId, useState } from 'react'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { StayLine } from '#features/playdates/parts/stay-line.tsx'
import { useNow } from '#lib/now.ts'
import { useIsReachable } from '#lib/offline/use-is-reachable.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Icon } from '#ui/icon.tsx'
import { Rich } from '#ui/rich.tsx'
import { usePlaydateAfternoon } from '../afternoon.queries.ts'
import { AfternoonQuestion } from './afternoon-question.tsx'
import '#ui/styles/widgets.css'
import '../afternoon.css'

/** On a confirmed single: what the other side offers for the afternoon, and who stays. */
export function AfternoonPart({ playdate }: { playdate: Playdate }) {
  return hasAfternoon(playdate) && <AfternoonCard playdate={playdate} isGuardian={isGuardian(playdate)} />
}

/** Asks the viewer once their own request is accepted. Stays once shown, since the viewer may be typing. */
export function QuestionAfterwards({ playdate }: { playdate: Playdate }) {
  const now = useNow(30_000)
  const [isAsked, setAsked] = useState(false)
  const { acceptedTime } = playdate
  const isAhead = acceptedTime !== null && Date.parse(acceptedTime) > now
  if (!isAsked && hasAfternoon(playdate) && isGuardian(playdate) && isAhead) setAsked(true)
  return isAsked && <AfternoonQuestion />
}

function hasAfternoon({ type, status, lookedAfterBy }: Playdate): boolean {
  return type === 'single' && status === 'accepted' && !lookedAfterBy
}

function isGuardian({ ownerChildren, recipientChildren }: Playdate): boolean {
  return [...ownerChildren, ...recipientChildren].some(({ isOwn }) => isOwn)
}

function AfternoonCard({ playdate, isGuardian }: { playdate: Playdate; isGuardian: boolean }) {
  const heading = useId()
  const now = useNow(15_000)
  const isReachable = useIsReachable()
  const { data, error } = usePlaydateAfternoon(playdate, { enabled: isGuardian })
  // The offer ends at `until`, and an offer that can't be refreshed is not shown.
  const isOffered = data && !error && isReachable && data.until !== null && Date.parse(data.until) > now
  const offered = isOffered && (data.number || data.notes.length > 0) ? data : null
  if (!offered && !playdate.stay) return null
  return (
    <section className="card afternoon" aria-labelledby={heading}>
      <h2 id={heading}>{m.afternoon_title()}</h2>
      {offered && <Offered offered={offered} />}
      <StayLine playdate={playdate} />
      {offered?.until && <Until time={offered.until} />}
    </section>
  )
}

function Offered({ offered: { number, notes } }: { offered: PlaydateAfternoon }) {
  return (
    <>
      {number && (
        <a className="btn btn--l btn--wide afternoon__call" href={`tel:${number.phone}`}>
          <Icon name="call" small />
          <span>{m.afternoon_call({ name: number.name })}</span>
        </a>
      )}
      {notes.map(({ child, text }) => (
        <div className="afternoon__told" key={child._id}>
          <ChildAvatar child={child} />
          <p>
            <small>
              {m.afternoon_good_to_know()}
              <span className="sr"> {childName(child)}</span>
            </small>
            <bdi>{text}</bdi>
          </p>
        </div>
      ))}
    </>
  )
}

function Until({ time }: { time: string }) {
  const { timeZone } = useViewer()
  return (
    <p className="hint row row--close afternoon__until">
      <Icon name="eye" small />
      <span>
        <Rich
          parts={m.afternoon_until.parts({ time: timeAndDay(time, timeZone) })}
          marks={{ time: (words) => <b>{words}</b> }}
        />
      </span>
    </p>
  )
}
