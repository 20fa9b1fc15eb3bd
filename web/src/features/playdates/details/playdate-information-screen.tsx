import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { isOwner } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import type { EventResponse } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import { useNow } from '#lib/now.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { useDeferredTrue, useIsIn, useViewer } from '#lib/session/session.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { InOrder } from '../asks/in-order.tsx'
import { LabelBadge } from '../parts/label-badge.tsx'
import { NothingToAnswer } from '../parts/nothing-to-answer.tsx'
import { StayLine } from '../parts/stay-line.tsx'
import { childrenOf, labelOf } from '../playdate-words.ts'
import { useGetPlaydate, useIsAnswering, useListEventResponses } from '../playdates.queries.ts'
import { PartOfSeries } from '../series/part-of-series.tsx'
import { Spots } from '../spots/spots.tsx'
import { WaitingList } from '../spots/waiting-list.tsx'
import { useHasChanged } from '../use-has-changed.ts'
import { Actions } from './actions.tsx'
import { AnotherTime } from './another-time.tsx'
import { CaregiverList } from './caregiver-list.tsx'
import { Ending, LookedAfter, Reminded, Turn, When, Where } from './facts.tsx'
import { InviteAnswer } from './invite-answer.tsx'
import { Who } from './who.tsx'
import '../playdates.css'
import './details.css'

// Loaded separately: it has to wait for the viewer's response anyway.
const OfferCard = lazyPart(
  () => import('../spots/offer-card.tsx'),
  (module) => module.OfferCard,
)

interface PlaydateInformationProps {
  /** The playdate's chat. It belongs to a feature that depends on playdates, so it is passed in. */
  chat?: (playdate: Playdate) => ReactNode
  /** Adds the playdate to the viewer's calendar; passed in likewise. */
  calendar?: (playdate: Playdate) => ReactNode
  /** What to know on the day itself; passed in likewise. */
  afternoon?: (playdate: Playdate) => ReactNode
  /** A question shown beside the playdate; passed in likewise. It appears late, and shifts nothing. */
  question?: (playdate: Playdate) => ReactNode
}

/** /view-playdate-information/{id}: the children and caregivers, place and time; for an event also who comes. */
export function PlaydateInformationScreen(handedIn: PlaydateInformationProps) {
  const { id = '' } = useParams()
  return <PlaydateInformation key={id} id={id} {...handedIn} />
}

function PlaydateInformation({
  id,
  chat,
  calendar,
  afternoon,
  question,
}: PlaydateInformationProps & { id: string }) {
  const isIn = useIsIn()
  // Fetched while the session is still loading.
  const playdate = useGetPlaydate(id)
  const hasChanged = useHasChanged(playdate.isFetchedAfterMount ? playdate.data?.version : undefined)
  const isAnswering = useIsAnswering()
  const isEvent = playdate.data?.type === 'group'
  const hasAnswers = playdate.data !== undefined && showsAnswers(playdate.data)
  const responses = useListEventResponses(hasAnswers ? id : null)
  const isHere = isIn && playdate.data !== undefined
  const isReady = useDeferredTrue(isHere)
  return (
    <Loaded query={playdate} isReady={isReady} missing={<NothingToAnswer playdate={null} />}>
      {(data) => {
        // An event waits for its responses, so that a child whose family said no is never shown as playing. If fetching
        // them fails, it is retried while the rest is shown.
        if (hasAnswers && !responses.isFetched) return <SkeletonCards />
        const mayNotKnow =
          data.response !== 'accepted' && data.response !== 'rejected' && data.status === 'accepted'
        return (
          <>
            <Information
              playdate={data}
              responses={hasAnswers ? (responses.data ?? null) : null}
              calendar={calendar}
              afternoon={afternoon}
            >
              {isEvent && hasChanged && !isAnswering && mayNotKnow && (
                <p className="pd__changed" role="alert">
                  {m.prompt_playdate_changed()}
                </p>
              )}
              {hasAnswers && !responses.data && (
                <div className="pd__unknown">
                  <PartProblem text={m.playdates_guests_unknown()} onRetry={() => void responses.refetch()} />
                </div>
              )}
            </Information>
            {data.mayChat && chat?.(data)}
            <Actions playdate={data} />
            {question?.(data)}
          </>
        )
      }}
    </Loaded>
  )
}

/** True if the viewer may see the responses to an event. Helpers and card-only viewers may not. */
function showsAnswers(playdate: Playdate): boolean {
  const { type, lookedAfterBy, mayChat } = playdate
  // A playdate that has ended may have lost its children.
  const isGuardian = mayChat || childrenOf(playdate).some(({ isOwn }) => isOwn)
  return type === 'group' && lookedAfterBy === null && isGuardian
}

interface InformationProps {
  playdate: Playdate
  /** Null unless it is an event whose responses are known. */
  responses: readonly EventResponse[] | null
  calendar: PlaydateInformationProps['calendar'] | undefined
  afternoon: PlaydateInformationProps['afternoon'] | undefined
  /** What has to be said first, at the top. */
  children: ReactNode
}

function Information({ playdate, responses, calendar, afternoon, children }: InformationProps) {
  const viewer = useViewer()
  const now = useNow(30_000)
  const isInvited = playdate.type === 'group' && !isOwner(playdate)
  return (
    <>
      <PageHeader
        title={m.common_playdate()}
        back="/view-playdates"
        actions={<LabelBadge label={labelOf(playdate, viewer, now)} />}
      />
      <article className="facts">
        {children}
        <Ending playdate={playdate} viewer={viewer._id} />
        <Suspense>{isInvited && <OfferCard playdate={playdate} />}</Suspense>
        <section className="card facts__who">
          <h2>{m.playdates_who()}</h2>
          <Who playdate={playdate} responses={responses} />
        </section>
        {playdate.type === 'group' && !isInvited && <Spots playdate={playdate} />}
        <WaitingList waiting={playdate.waiting} />
        <div className="card facts">
          <When playdate={playdate} zone={viewer.timeZone} />
          <AnotherTime playdate={playdate} zone={viewer.timeZone} />
          <InOrder playdate={playdate} />
          {playdate.series && <PartOfSeries id={playdate.series.id} />}
          <Reminded playdate={playdate} now={now} />
          {calendar?.(playdate)}
          {playdate.lookedAfterBy ? (
            <LookedAfter by={playdate.lookedAfterBy} />
          ) : (
            <Where playdate={playdate} />
          )}
          {playdate.status === 'pending' && <StayLine playdate={playdate} />}
          {playdate.description && (
            <section>
              <h2>{m.common_description()}</h2>
              <p className="facts__text" dir="auto">
                {playdate.description}
              </p>
            </section>
          )}
          {playdate.blockedInvited && (
            <p className="row">
              <Icon name="block" />
              {m.playdates_blocked_invited()}
            </p>
          )}
          {isInvited && <Spots playdate={playdate} />}
          {isInvited && <InviteAnswer playdate={playdate} />}
          <section>
            <h2>{m.playdates_caregivers()}</h2>
            <CaregiverList playdate={playdate} responses={responses} />
          </section>
          {playdate.status === 'pending' && <Turn playdate={playdate} viewer={viewer._id} now={now} />}
        </div>
        {afternoon?.(playdate)}
      </article>
    </>
  )
}
