import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  mayAskAnotherTime,
  mayMoveEvent,
  mayRespond,
} from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useListCombinedChildren } from '#features/groups/groups.queries.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeld, useHeldUnderDialog } from '#lib/use-held.ts'
import { ButtonLink } from '#ui/button.tsx'
import { both, Loaded } from '#ui/loaded.tsx'
import { askAgainDraftOf } from '../asks/ask-draft.ts'
import { useGetAsk } from '../asks/asks.queries.ts'
import { Hooray } from '../hooray/hooray.tsx'
import { NothingToAnswer } from '../parts/nothing-to-answer.tsx'
import { useGetPlaydate, useIsAnswering } from '../playdates.queries.ts'
import { useGetSeries } from '../series/series.queries.ts'
import { AnotherTimeForm } from './another-time-form.tsx'
import { CounterForm, MoveForm } from './change-form.tsx'
import { NewForm } from './new-form.tsx'
import { againDraftOf, againSeriesOf, emptyDraft } from './playdate-draft.ts'
import '../hooray/hooray.css'

/**
 * /edit-playdate/new makes a request or an event; with ?again={id} like that playdate, with ?ask={id} for the families
 * of that order, with ?replaces={id} to ask for another time of that playdate.
 * /edit-playdate/{id} counters a request or moves an event.
 */
export function EditPlaydateScreen() {
  const { id = 'new' } = useParams()
  const [query] = useSearchParams()
  const again = query.get('again')
  const ask = query.get('ask')
  const replaces = query.get('replaces')
  if (id !== 'new') return <ChangePlaydate key={id} id={id} />
  if (replaces) return <AnotherTime key={replaces} id={replaces} />
  if (ask) return <AskAgain key={ask} id={ask} />
  return again ? (
    <PlayAgain key={again} id={again} isAnotherDay={query.has('another-day')} />
  ) : (
    <NewPlaydate />
  )
}

function NewPlaydate() {
  const [isCreated, setCreated] = useState(false)
  if (isCreated) return <Sent title={m.plan_created()} />
  return <NewForm draftKey="playdate:new" initial={emptyDraft} onCreated={() => setCreated(true)} />
}

/** Has a draft of its own, so that one begun for another family stays as it is. */
function PlayAgain({ id, isAnotherDay }: { id: string; isAnotherDay: boolean }) {
  const viewer = useViewer()
  const before = useGetPlaydate(id)
  const query = both(before, useListCombinedChildren())
  const [now] = useState(() => Date.now())
  const known = query.data?.[0].series
  // Once the form is shown it stays, whatever happens to the series.
  const isHere = query.data !== undefined && !before.isPlaceholderData
  const seriesId = useHeld(known?.left === 0 ? known.id : null, isHere)
  const series = useGetSeries(seriesId)
  const [isCreated, setCreated] = useState(false)
  if (isCreated) return <Sent title={m.plan_created()} />
  return (
    <Loaded
      query={query}
      isReady={!before.isPlaceholderData && (!seriesId || series.isFetched)}
      // What is being typed stays, whatever happens to the earlier playdate.
      missing={query.data ? undefined : <NewPlaydate />}
    >
      {([playdate, children]) => {
        // Only an event's owner may plan it again.
        if (playdate.type === 'group' && playdate.owner._id !== viewer._id) return <NewPlaydate />
        const once = againDraftOf(playdate, children)
        // After the last date of a series, proposes another series like it, unless only that date is made up for.
        const isLast = !isAnotherDay && series.data?.dates.at(-1)?.playdate === id
        return (
          <NewForm
            draftKey={`playdate:again:${id}`}
            initial={
              series.data && isLast ? againSeriesOf(once, series.data, { now, zone: viewer.timeZone }) : once
            }
            title={isAnotherDay ? m.plan_another_day() : undefined}
            onCreated={() => setCreated(true)}
          />
        )
      }}
    </Loaded>
  )
}

function AnotherTime({ id }: { id: string }) {
  const now = useHeldUnderDialog(useNow(30_000))
  const playdate = useHeldUnderDialog(useGetPlaydate(id))
  const isAsking = useIsAnswering()
  const [isSent, setSent] = useState(false)
  if (isSent) return <Sent title={m.plan_response_sent()} />
  return (
    <Loaded query={playdate} missing={<NothingToAnswer playdate={null} />}>
      {(data) =>
        mayAskAnotherTime(data, now) || isAsking ? (
          <AnotherTimeForm playdate={data} onSent={() => setSent(true)} />
        ) : (
          <NothingToAnswer playdate={data} />
        )
      }
    </Loaded>
  )
}

/** Asks the same families in the same order, at other times. */
function AskAgain({ id }: { id: string }) {
  const query = both(useGetAsk(id), useListCombinedChildren())
  const [isCreated, setCreated] = useState(false)
  if (isCreated) return <Sent title={m.plan_created()} />
  return (
    <Loaded query={query} missing={query.data ? undefined : <NewPlaydate />}>
      {([ask, children]) => (
        <NewForm
          draftKey={`playdate:ask:${id}`}
          initial={askAgainDraftOf(ask, children)}
          onCreated={() => setCreated(true)}
        />
      )}
    </Loaded>
  )
}

function ChangePlaydate({ id }: { id: string }) {
  const now = useHeldUnderDialog(useNow(30_000))
  const playdate = useHeldUnderDialog(useGetPlaydate(id))
  const isAnswering = useIsAnswering()
  const [sent, setSent] = useState<Playdate['type'] | null>(null)
  if (sent) return <Sent title={sent === 'group' ? m.plan_event_updated() : m.plan_response_sent()} />
  return (
    <Loaded query={playdate} missing={<NothingToAnswer playdate={null} />}>
      {(data) => {
        const mayChange = mayRespond(data) || mayMoveEvent(data, now)
        if (!mayChange && !isAnswering) return <NothingToAnswer playdate={data} />
        const Form = data.type === 'group' ? MoveForm : CounterForm
        return <Form playdate={data} onSent={() => setSent(data.type)} />
      }}
    </Loaded>
  )
}

function Sent({ title }: { title: string }) {
  return (
    <Hooray title={title}>
      <p className="hooray__note">{m.plan_will_let_know()}</p>
      <ButtonLink variant="action" size="large" to="/">
        {m.plan_return_home()}
      </ButtonLink>
    </Hooray>
  )
}
