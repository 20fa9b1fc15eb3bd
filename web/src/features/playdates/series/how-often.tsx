import type { Repeat } from '@tagalong/contract/features/playdates/series.contract.ts'
import {
  datesOfSeries,
  problemOfSeries,
  seriesLength,
} from '@tagalong/contract/features/playdates/series.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dateIn } from '@tagalong/contract/values/calendar-date.ts'
import { dayAndMonth } from '@tagalong/contract/values/date-format.ts'
import { useId, useState } from 'react'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Choices } from '#ui/fields/choices.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { often, timesText } from './series-words.ts'
import '../playdates.css'
import '../plan/plan.css'

interface HowOftenProps {
  repeat: Repeat | null
  /** The times proposed so far. */
  times: readonly string[]
  error: string | undefined
  onChange: (repeat: Repeat | null) => void
}

/** A line of the form: once, or how often and until when. */
export function HowOften({ repeat, times, error, onChange }: HowOftenProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [start] = times
  return (
    <section className="part" data-field="repeat">
      <div className="oftenline">
        <span id={`${id}-label`}>
          <Icon name="repeat" />
          {m.series_how_often()}
        </span>
        <button
          className="input oftenline__choice"
          type="button"
          id={`${id}-choice`}
          data-focus=""
          aria-haspopup="dialog"
          aria-labelledby={`${id}-label ${id}-choice`}
          aria-describedby={error && `${id}-error`}
          onClick={() => setOpen(true)}
        >
          {often(repeat)}
          <Icon name="down" />
        </button>
      </div>
      {repeat && start && <Summary start={start} repeat={repeat} />}
      {error && <Prompt id={`${id}-error`}>{error}</Prompt>}
      <OftenSheet
        isOpen={isOpen}
        repeat={repeat}
        start={start}
        onChange={onChange}
        onClose={() => setOpen(false)}
      />
    </section>
  )
}

const choices = ['0', '1', '2'] as const

interface OftenSheetProps {
  isOpen: boolean
  repeat: Repeat | null
  start: string | undefined
  onChange: (repeat: Repeat | null) => void
  onClose: () => void
}

function OftenSheet({ isOpen, repeat, start, onChange, onClose }: OftenSheetProps) {
  const { timeZone } = useViewer()
  const [isDone, setDone] = useState(false)
  const problem = repeat && start ? problemOfSeries({ times: [start], places: [''], repeat }, timeZone) : null
  const close = () => {
    setDone(false)
    onClose()
  }
  // A picked day is checked at once, a missing one only when the viewer is done.
  const isShown = repeat !== null && (repeat.until !== '' || isDone)
  return (
    <Dialog
      title={m.series_how_often()}
      isOpen={isOpen}
      onClose={close}
      footer={
        <Button
          variant="action"
          size="large"
          wide
          onPress={() => {
            if (problem) setDone(true)
            else close()
          }}
        >
          {m.common_done()}
        </Button>
      }
    >
      <div className="stack">
        <Choices
          // The dialog's title already shows it.
          legend={<span className="sr">{m.series_how_often()}</span>}
          look="rows"
          choices={choices.map((value) => ({
            value,
            text: often(value === '0' ? null : { everyWeeks: value === '1' ? 1 : 2 }),
          }))}
          chosen={String(repeat?.everyWeeks ?? 0)}
          error={undefined}
          onChoose={(value) =>
            onChange(value === '0' ? null : { everyWeeks: value === '1' ? 1 : 2, until: repeat?.until ?? '' })
          }
        />
        {repeat && (
          <>
            <TextField
              label={m.series_until()}
              isRequired
              type="date"
              {...(start && limitsOf(start, repeat, timeZone))}
              value={repeat.until}
              error={isShown ? problem?.text() : undefined}
              onChange={(event) => onChange({ ...repeat, until: event.target.value })}
            />
            {start ? (
              !problem && <Summary start={start} repeat={repeat} />
            ) : (
              <p className="hint">{m.series_pick_time()}</p>
            )}
            <p className="quiet">{m.series_all_at_once()}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Returns the days of the second and of the last possible date. */
function limitsOf(start: string, repeat: Repeat, zone: string): { min: string; max: string } {
  const dates = datesOfSeries(start, { ...repeat, until: '9999-12-31' }, zone)
  const dayOf = (index: number) => dateIn(Date.parse(dates[index] ?? start), zone)
  return { min: dayOf(seriesLength.min - 1), max: dayOf(seriesLength.max - 1) }
}

function Summary({ start, repeat }: { start: string; repeat: Repeat }) {
  const { timeZone } = useViewer()
  const dates = datesOfSeries(start, repeat, timeZone)
  const last = dates.at(-1) ?? start
  if (dates.length < seriesLength.min || dates.length > seriesLength.max) return null
  return (
    <p className="oftensum" aria-live="polite">
      <span className="blob">
        <Icon name="repeat" />
      </span>
      <span>
        <b>{timesText(start, timeZone)}</b>
        <small>
          {m.series_count({
            count: dates.length,
            first: dayAndMonth(start, timeZone),
            last: dayAndMonth(last, timeZone),
          })}
        </small>
      </span>
    </p>
  )
}
