import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import EmptyArt from '#ui/art/empty-playdates.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { both, Loaded } from '#ui/loaded.tsx'
import { Section } from '#ui/section.tsx'
import { ZoneLine } from '../parts/zone-line.tsx'
import { useListPlaydates, useNextPlaydates } from '../playdate-lists.queries.ts'
import { turnText } from '../playdate-words.ts'
import { FixedCard, RequestCard } from './playdate-card.tsx'
import { sortIntoSections } from './playdate-sections.ts'
import './list.css'

/**
 * Both screens are in the script of the list that leads to them. Scripts of their own would add their names to every
 * page.
 */
export { AskScreen } from '../asks/ask-screen.tsx'
export { SeriesScreen } from '../series/series-screen.tsx'

export function PlaydatesScreen() {
  const pending = useListPlaydates('pending')
  const accepted = useListPlaydates('accepted')
  return (
    <Loaded query={both(pending, accepted)}>
      {(lists) => <Sections of={lists} hasMore={pending.hasNextPage} hasOlder={accepted.hasNextPage} />}
    </Loaded>
  )
}

interface SectionsProps {
  /** Those that wait for an answer, and those that are confirmed. */
  of: readonly [readonly Playdate[], readonly Playdate[]]
  /** True if there are pages that were not fetched. */
  hasMore: boolean
  hasOlder: boolean
}

function Sections({ of: [pending, accepted], hasMore, hasOlder }: SectionsProps) {
  const viewer = useViewer()
  const now = useNow(30_000)
  const { received, sent, upcoming, past } = sortIntoSections(
    pending,
    accepted,
    { timeZone: viewer.timeZone },
    now,
  )
  const turnOf = (requests: readonly Playdate[]) => turnText(requests, now)
  const isQuiet = received.length + sent.length + upcoming.length === 0
  return (
    <>
      {isQuiet && (
        <EmptyState
          art={<EmptyArt />}
          text={m.playdates_none_upcoming()}
          action={
            <ButtonLink variant="primary" to="/edit-playdate/new">
              {m.common_schedule_playdate()}
            </ButtonLink>
          }
        />
      )}
      <ZoneLine zone={viewer.timeZone} />
      {!isQuiet && (
        <>
          <Cards
            title={m.playdates_received()}
            of={received}
            note={turnOf(received)}
            as={RequestCard}
            now={now}
            hasMore={hasMore}
            footer={<MoreRequests />}
          >
            {turnOf(sent) ? m.playdates_no_new_but_your_turn() : !hasMore && m.playdates_nobody_waits()}
          </Cards>
          <Cards
            title={m.playdates_sent()}
            of={sent}
            note={turnOf(sent)}
            as={RequestCard}
            now={now}
            hasMore={hasMore}
            footer={<MoreRequests />}
          >
            {!hasMore && m.playdates_waiting_for_nobody()}
          </Cards>
          <Cards title={m.playdates_upcoming()} of={upcoming} as={FixedCard} now={now}>
            {m.playdates_none_upcoming()} <Link to="/edit-playdate/new">{m.playdates_schedule_one()}</Link>
          </Cards>
        </>
      )}
      {(!isQuiet || past.length > 0) && (
        <Cards
          title={m.playdates_past()}
          of={past}
          as={FixedCard}
          now={now}
          isOpenAtFirst={false}
          hasMore={hasOlder}
          footer={<NextPage of="accepted" label={m.playdates_show_older()} />}
        >
          {m.playdates_once_met()}
        </Cards>
      )}
    </>
  )
}

interface CardsProps {
  title: string
  of: readonly Playdate[]
  note?: string | undefined
  as: ComponentType<{ playdate: Playdate; now: number }>
  now: number
  isOpenAtFirst?: boolean
  /** True if there are pages that were not fetched. */
  hasMore?: boolean
  footer?: ReactNode
  /** Shown if there are no cards. */
  children: ReactNode
}

function Cards({
  title,
  of,
  note,
  as: Card,
  now,
  isOpenAtFirst = true,
  hasMore = false,
  footer,
  children,
}: CardsProps) {
  return (
    <Section title={title} count={of.length} hasMore={hasMore} note={note} isOpenAtFirst={isOpenAtFirst}>
      {of.length === 0 && <p className="quiet">{children}</p>}
      <div className="stack pd__list">
        {of.map((playdate) => (
          <Card key={playdate._id} playdate={playdate} now={now} />
        ))}
      </div>
      {footer}
    </Section>
  )
}

/** Button that shows the next page. */
function NextPage({ of, label }: { of: 'pending' | 'accepted'; label: string }) {
  const next = useNextPlaydates(of)
  if (!next.isThere) return null
  return (
    <div className="pd__older">
      {next.hasFailed && <p className="quiet">{m.common_failed()}</p>}
      <Button wide isPending={next.isPending} onPress={next.show}>
        {label}
      </Button>
    </div>
  )
}

function MoreRequests() {
  return <NextPage of="pending" label={m.playdates_show_more_requests()} />
}
