import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { isOwner, mayMoveEvent } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Suspense } from 'react'
import { useNow } from '#lib/now.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { Rich } from '#ui/rich.tsx'
import { useGetEventResponse } from '../playdates.queries.ts'
import { type Spots as SpotCounts, spotsOf, untilText } from './spots-words.ts'
import './spots.css'

// Loaded separately, for the owner only.
const ChangeCapacity = lazyPart(
  () => import('./change-capacity.tsx'),
  (module) => module.ChangeCapacity,
)

/** An event's capacity and how many children come. Its owner gets a card in which it can be changed. */
export function Spots(props: { playdate: Playdate }) {
  const { playdate, now } = useHeldUnderDialog({ ...props, now: useNow(60_000) })
  if (isOwner(playdate)) {
    const mayChange = mayMoveEvent(playdate, now)
    if (typeof playdate.capacity !== 'number' && !mayChange) return null
    return (
      <section className="card">
        <div className="row spots__head">
          <h2 className="grow">{m.spots_title()}</h2>
          <Suspense>{mayChange && <ChangeCapacity playdate={playdate} />}</Suspense>
        </div>
        <OwnersSpots playdate={playdate} />
      </section>
    )
  }
  return <GuestsSpots playdate={playdate} />
}

function OwnersSpots({ playdate }: { playdate: Playdate }) {
  const { timeZone } = useViewer()
  const now = useNow(60_000)
  const spots = spotsOf(playdate, 0)
  if (!spots) return <p className="quiet">{m.spots_none()}</p>
  const kept = (playdate.waiting ?? []).flatMap(({ caregiver, children, offerUntil }) =>
    offerUntil === null
      ? []
      : m.spots_kept_for({
          count: children.length,
          name: caregiver.name,
          time: untilText(offerUntil, timeZone, now),
        }),
  )
  const left = spots.left > 0 ? [m.spots_few_left({ count: spots.left })] : []
  return (
    <Bar
      spots={spots}
      more={[...kept, ...(kept.length === 0 && left.length === 0 ? [m.spots_full()] : left)]}
    />
  )
}

/** Other caregivers see how many spots are left, never who waits. */
function GuestsSpots({ playdate }: { playdate: Playdate }) {
  const { data: own } = useGetEventResponse(playdate)
  const kept = own?.response === 'offered' ? (own.children?.length ?? 0) : 0
  const spots = spotsOf(playdate, kept)
  if (!spots) return null
  const left = spots.left > 0 ? m.spots_left({ count: spots.left }) : m.spots_full()
  return (
    <section>
      <h2>{m.spots_title()}</h2>
      <Bar spots={spots} more={[kept > 0 ? m.spots_kept_for_you({ count: kept }) : left]} />
    </section>
  )
}

/** The most spots drawn one by one; more are drawn as one bar of each kind. */
const most = 20

function Bar({ spots, more }: { spots: SpotCounts; more: readonly string[] }) {
  const { capacity, taken, kept, left } = spots
  const parts = [
    ['on', taken],
    ['held', kept],
    ['free', left],
  ] as const
  return (
    <>
      <div className="spots__bar" role="img" aria-label={m.spots_bar({ taken, capacity })}>
        {parts.flatMap(([kind, count]) =>
          capacity > most
            ? count > 0 && <i key={kind} className={`spots__${kind}`} style={{ flexGrow: count }} />
            : Array.from({ length: count }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one is like the other
                <i key={`${kind} ${at}`} className={`spots__${kind}`} />
              )),
        )}
      </div>
      <p className="small quiet spots__words">
        <Rich parts={m.spots_taken.parts({ taken, capacity })} marks={{ count: (words) => <b>{words}</b> }} />
        {more.map((each) => (
          <span key={each}>
            {' · '}
            <span>{each}</span>
          </span>
        ))}
      </p>
    </>
  )
}
