import type { CalendarFeed } from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dayAndMonth, timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Choices } from '#ui/fields/choices.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { showToast } from '#ui/toast.tsx'
import './calendar.css'
import { useCalendarFeed, useChooseFeed, useCreateFeed, useDeleteFeed } from './calendar.queries.ts'
import { MadeLink } from './parts/made-link.tsx'

/** /calendar-settings: the link by which calendar apps read the viewer's playdates. */
export function CalendarSettingsScreen() {
  const feed = useCalendarFeed()
  return (
    <>
      <PageHeader title={m.calendar_title()} back="/profile" />
      <Loaded query={feed}>{(data) => <Settings feed={data} />}</Loaded>
      <p className="small quiet calendar__late">{m.calendar_late()}</p>
    </>
  )
}

function Settings(props: { feed: CalendarFeed | null }) {
  const { feed } = useHeldUnderDialog(props)
  // The link is shown only until the page is left.
  const [url, setUrl] = useState<string | null>(null)
  const create = useCreateFeed()
  const oneAtATime = useOneAtATime()
  const make = () =>
    oneAtATime(async () => {
      // Even if making the new link fails, the previous one may no longer work.
      setUrl(null)
      setUrl((await create.mutateAsync({ saysWhoAndWhere: feed?.saysWhoAndWhere ?? false })).url)
    })
  return (
    <section className="card stack calendar" aria-labelledby="calendar-link">
      <div>
        <h2 id="calendar-link">{m.calendar_card()}</h2>
        <p className="quiet">{m.calendar_card_note()}</p>
      </div>
      {feed && url && <MadeLink url={url} />}
      {feed && <Choice feed={feed} />}
      {create.error && <Prompt>{failureText(create.error)}</Prompt>}
      {feed ? (
        <Living feed={feed} isPending={create.isPending} onMake={make} onEnd={() => setUrl(null)} />
      ) : (
        <Button variant="action" size="large" wide isPending={create.isPending} onPress={make}>
          {m.calendar_make()}
        </Button>
      )}
    </section>
  )
}

/** Saves at once. */
function Choice({ feed: { saysWhoAndWhere } }: { feed: CalendarFeed }) {
  const choose = useChooseFeed()
  const oneAtATime = useOneAtATime()
  const chosen = choose.isPending ? choose.variables : saysWhoAndWhere
  return (
    <div className="calendar__part">
      <Choices
        legend={m.calendar_says()}
        look="rows"
        choices={[
          { value: 'playdate', text: m.calendar_says_playdate() },
          { value: 'who', text: m.calendar_says_who() },
        ]}
        chosen={chosen ? 'who' : 'playdate'}
        error={undefined}
        onChoose={(value) =>
          oneAtATime(() =>
            choose.mutateAsync(value === 'who').catch((error: unknown) => {
              showToast(failureText(error, { 0: m.common_could_not_save() }), { problem: true })
            }),
          )
        }
      />
      <p className="small quiet">{m.calendar_never_others()}</p>
    </div>
  )
}

interface LivingProps {
  feed: CalendarFeed
  isPending: boolean
  onMake: () => void
  onEnd: () => void
}

function Living({ feed: { createdAt, lastReadAt }, isPending, onMake, onEnd }: LivingProps) {
  const { timeZone } = useViewer()
  const [asks, setAsks] = useState<'new' | 'off' | null>(null)
  const end = useDeleteFeed()
  const oneAtATime = useOneAtATime()
  const close = () => {
    setAsks(null)
    end.reset()
  }
  return (
    <div className="calendar__part">
      <p className="small quiet">
        {m.calendar_made({ date: dayAndMonth(createdAt, timeZone) })}{' '}
        {lastReadAt
          ? m.calendar_last_read({ time: timeAndDay(lastReadAt, timeZone) })
          : m.calendar_not_read()}
      </p>
      <div className="calendar__ways">
        <Button variant="quiet" isPending={isPending} onPress={() => setAsks('new')}>
          {m.calendar_make_new()}
        </Button>
        <Button variant="danger" onPress={() => setAsks('off')}>
          {m.calendar_turn_off()}
        </Button>
      </div>
      <ConfirmDialog
        title={m.calendar_make_new_title()}
        text={m.calendar_make_new_note()}
        confirmLabel={m.calendar_make_new()}
        isOpen={asks === 'new'}
        onCancel={close}
        onConfirm={() => {
          close()
          onMake()
        }}
      />
      <ConfirmDialog
        title={m.calendar_turn_off_title()}
        text={m.calendar_turn_off_note()}
        confirmLabel={m.calendar_turn_off()}
        isOpen={asks === 'off'}
        isPending={end.isPending}
        problem={end.error ? failureText(end.error) : undefined}
        onCancel={close}
        onConfirm={() =>
          oneAtATime(async () => {
            await end.mutateAsync()
            close()
            onEnd()
          })
        }
      />
    </div>
  )
}
