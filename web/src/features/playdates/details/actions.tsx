import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  isOwner,
  isSingleToCome,
  mayAskAnotherTime,
  mayCancel,
} from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Suspense, useState } from 'react'
import { useNow } from '#lib/now.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { timesOf } from '../playdate-words.ts'
import { Sick } from './sick.tsx'
import { TakeBack } from './take-back.tsx'

// Loaded separately, since they are last on the page. Only series need the second one.
const CancelPlaydate = lazyPart(
  () => import('./cancel-playdate.tsx'),
  (module) => module.CancelPlaydate,
)
const StopRepeating = lazyPart(
  () => import('../series/stop-repeating.tsx'),
  (module) => module.StopRepeating,
)

/** What the viewer may do with the playdate. */
export function Actions(props: { playdate: Playdate }) {
  const { playdate, now } = useHeldUnderDialog({ ...props, now: useNow(30_000) })
  /** Why nothing was cancelled. */
  const [outdated, setOutdated] = useState<string | null>(null)
  const owns = isOwner(playdate)
  const isEvent = playdate.type === 'group'
  // Card-only viewers and helpers can't do anything here.
  if ((isEvent && !owns) || playdate.lookedAfterBy || !hasOwnChild(playdate)) return null
  const isToCome = playdate.acceptedTime !== null && Date.parse(playdate.acceptedTime) > now
  const isStanding = playdate.status === 'accepted' && isToCome
  const isCancellable = mayCancel(playdate, now)
  // Replaced by another playdate, so there is nothing to ask for again.
  const isMoved = playdate.replacedBy || (playdate.replaces && !playdate.acceptedTime && !playdate.endedAs)
  // Families that can't meet any more may want to meet again.
  const isOver =
    (playdate.status === 'cancelled' && !isMoved) || (playdate.status === 'accepted' && !isToCome)
  const { series } = playdate
  const isLast = isStanding && series?.left === 0
  const start = timesOf(playdate)[0]
  if (!isCancellable && !isOver && !outdated) return null
  const cancelling = { playdate, onOutdated: setOutdated }
  return (
    <div className="actions facts__actions">
      {outdated && (
        <p className="pd__changed" role="alert">
          {outdated}
        </p>
      )}
      {(isOver || isLast) && (
        <ButtonLink variant="action" to={`/edit-playdate/new?again=${playdate._id}`}>
          <Icon name="refresh" small />
          {playdate.endedAs ? m.asks_another_day() : m.playdates_play_again()}
        </ButtonLink>
      )}
      {isStanding && isEvent && playdate.mayAct && (
        <ButtonLink to={`/edit-playdate/${playdate._id}`}>
          <Icon name="edit" small />
          {m.playdates_edit_event()}
        </ButtonLink>
      )}
      {isCancellable && isSingleToCome(playdate, now) && (
        <div className="facts__pair">
          {mayAskAnotherTime(playdate, now) && (
            <ButtonLink to={`/edit-playdate/new?replaces=${playdate._id}`}>
              <Icon name="clock" small />
              {m.plan_change_time()}
            </ButtonLink>
          )}
          <Sick {...cancelling} />
        </div>
      )}
      {isCancellable &&
        (playdate.status === 'pending' && playdate.replaces ? (
          <TakeBack {...cancelling} />
        ) : (
          <Suspense fallback={<p className="facts__later" aria-hidden="true" />}>
            <CancelPlaydate {...cancelling} />
          </Suspense>
        ))}
      {isCancellable && series && series.left > 0 && start && (
        <Suspense>
          <StopRepeating
            seriesId={series.id}
            from={{ playdate: playdate._id, start, version: playdate.version }}
            isOfOne
          />
        </Suspense>
      )}
    </div>
  )
}

/** False for a helper. A cancelled playdate may have lost its children, so it counts as having one. */
function hasOwnChild({ ownerChildren, recipientChildren, status }: Playdate): boolean {
  return status === 'cancelled' || [...ownerChildren, ...recipientChildren].some(({ isOwn }) => isOwn)
}
