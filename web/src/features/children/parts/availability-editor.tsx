import { m } from '@tagalong/contract/messages.ts'
import { type Availability, type Day, days } from '@tagalong/contract/values/availability.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { blocksOf, copied, dayName, isFree, painted, presets } from '../hours.ts'
import { DayName } from './day-name.tsx'
import { OneDay } from './one-day.tsx'
import type { WeekViewProps } from './week-view.ts'
import { WholeWeek } from './whole-week.tsx'
import './week.css'

interface AvailabilityEditorProps {
  /** The accessible name of the editor, for example 'When is Mia free?'. */
  label: string
  value: Availability
  onChange: (week: Availability) => void
}

/** Edits a child's weekly availability: the whole week if there is room, otherwise one day at a time. */
export function AvailabilityEditor({ label, value, onChange }: AvailabilityEditorProps) {
  const [day, setDay] = useState<Day>('Mon')
  const [said, setSaid] = useState('')
  const isWide = useIsWide()
  const View = isWide ? WholeWeek : OneDay
  return (
    <div className="stack stack--near">
      <p className="hint">{m.children_hours_hint()}</p>
      <div className="chips">
        {presets.map(({ label: name, when, cells }) => {
          const isOn = cells.every((cell) => isFree(value, cell))
          return (
            <button
              key={name()}
              type="button"
              className="chip"
              aria-pressed={isOn}
              onClick={() => {
                onChange(painted(value, cells, !isOn))
                setSaid((isOn ? m.children_hours_taken_away : m.children_hours_added)({ when: when() }))
                // In the view of one day, switches to a day that changed.
                if (cells.every((cell) => cell.day !== day)) setDay(cells[0]?.day ?? day)
              }}
            >
              <Icon name={isOn ? 'check' : 'plus'} small />
              {name()}
            </button>
          )
        })}
      </div>
      <p className="small quiet" role="status">
        {said}
      </p>
      <View label={label} week={value} onChange={onChange} day={day} onDay={setDay} />
      <CopyDay key={day} week={value} day={day} onChange={onChange} />
    </div>
  )
}

function CopyDay({ week, day, onChange }: Pick<WeekViewProps, 'week' | 'day' | 'onChange'>) {
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // The button that closed it no longer exists, so the focus returns to the opener.
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const copy = (to: readonly Day[]) => {
    onChange(copied(week, day, to))
    setSaid(m.children_copied_to({ days: new Intl.ListFormat(currentLanguage()).format(to.map(dayName)) }))
    setOpen(false)
  }
  return (
    <>
      {isOpen ? (
        <DayChoice day={day} onCopy={copy} onCancel={() => setOpen(false)} />
      ) : (
        <Button ref={opener} wide onPress={() => setOpen(true)} isDisabled={blocksOf(week, day).length === 0}>
          <Icon name="copy" small />
          {m.children_copy_day({ day: dayName(day) })}
        </Button>
      )}
      <p className="sr" role="status">
        {said}
      </p>
    </>
  )
}

interface DayChoiceProps {
  day: Day
  /** Called with the days in the order of the week. */
  onCopy: (to: readonly Day[]) => void
  onCancel: () => void
}

function DayChoice({ day, onCopy, onCancel }: DayChoiceProps) {
  const [picked, setPicked] = useState<readonly Day[]>([])
  const chips = useRef<HTMLDivElement>(null)
  useEffect(() => chips.current?.querySelector('button')?.focus(), [])
  const toggle = (each: Day) => setPicked(days.filter((other) => (other === each) !== picked.includes(other)))
  return (
    <fieldset className="stack stack--near">
      <legend className="legend copyhours__to">{m.children_copy_day_to({ day: dayName(day) })}</legend>
      <div className="chips" ref={chips}>
        {days
          .filter((each) => each !== day)
          .map((each) => (
            <button
              key={each}
              type="button"
              className="chip"
              aria-pressed={picked.includes(each)}
              onClick={() => toggle(each)}
            >
              {picked.includes(each) && <Icon name="check" small />}
              <span>
                <DayName day={each} />
              </span>
            </button>
          ))}
      </div>
      <div className="row">
        <Button size="small" className="grow" onPress={onCancel}>
          {m.common_cancel()}
        </Button>
        <Button
          size="small"
          className="grow"
          variant="primary"
          isDisabled={picked.length === 0}
          onPress={() => onCopy(picked)}
        >
          {m.common_copy()}
        </Button>
      </div>
    </fieldset>
  )
}

const wide = '(min-width: 48rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(watchWidth, () => window.matchMedia(wide).matches)
}

function watchWidth(listener: () => void) {
  const query = window.matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
