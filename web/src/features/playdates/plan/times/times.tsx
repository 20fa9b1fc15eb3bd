import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import { useId, useRef, useState } from 'react'
import { ClashNote } from '#features/playdates/parts/clash-note.tsx'
import type { TimesQuestion } from '#features/playdates/playdates.queries.ts'
import { useClashes } from '#features/playdates/use-clashes.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Required } from '../required.tsx'
import { GoodTimes } from './good-times.tsx'
import { PickedTimes } from './picked-times.tsx'
import { toggleTime } from './propose-times.rules.ts'
import { ProposeTimesDialog } from './propose-times-dialog.tsx'
import '#features/playdates/playdates.css'

interface TimesProps {
  /** All children that are to play, on both sides. */
  children: readonly string[]
  hasOwnChild: boolean
  times: readonly string[]
  durationMinutes: number
  /** The children and length for which good times are fetched. */
  question: TimesQuestion
  error: string | undefined
  onChange: (times: string[]) => void
}

/** The times of a request, and the dialog that picks them. */
export function Times({
  children,
  hasOwnChild,
  times,
  durationMinutes,
  question,
  error,
  onChange,
}: TimesProps) {
  const { timeZone } = useViewer()
  const now = useNow(30_000)
  const promptId = useId()
  const { clashAt } = useClashes(children, question.replaces)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <section className="part" data-field="time">
      <h2>
        {m.plan_when()} <Required />
      </h2>
      <GoodTimes question={question} times={times} onChange={onChange} />
      <PickedTimes
        times={times}
        now={now}
        zone={timeZone}
        onRemove={(time) => onChange(toggleTime(times, time))}
        afterLast={opener}
      />
      {times.map((start) => {
        const clash = clashAt({ start, durationMinutes })
        return (
          clash && (
            <ClashNote key={start}>
              {m.plan_clash_at({ time: playdateTime(start, timeZone), clash })}
            </ClashNote>
          )
        )
      })}
      <Button
        ref={opener}
        wide
        data-focus=""
        aria-describedby={error && promptId}
        onPress={() => setOpen(true)}
      >
        <Icon name="calendar" />
        {m.plan_propose()}
      </Button>
      {error && <Prompt id={promptId}>{error}</Prompt>}
      <ProposeTimesDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        children={children}
        hasOwnChild={hasOwnChild}
        times={times}
        durationMinutes={durationMinutes}
        except={question.replaces}
        onChange={onChange}
      />
    </section>
  )
}
