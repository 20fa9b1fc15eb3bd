import { type Availability, type Day, days } from '@tagalong/contract/values/availability.ts'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import '../children.css'
import { copied, dayNames, dayText, isFree, painted, presets } from '../hours.ts'
import { OneDay } from './one-day.tsx'
import { WholeWeek } from './whole-week.tsx'

interface AvailabilityEditorProps {
  /** The name of the whole, for example 'When is Mia free?'. */
  label: string
  value: Availability
  onChange: (week: Availability) => void
}

/** The weekly hours at which a child is free: the whole week where there is room, otherwise a day at a time. */
export function AvailabilityEditor({ label, value, onChange }: AvailabilityEditorProps) {
  const [day, setDay] = useState<Day>('Mon')
  const isWide = useIsWide()
  const View = isWide ? WholeWeek : OneDay
  return (
    <div className="stack gap-3">
      <p className="hint">Tap or drag over the hours that usually work.</p>
      <div className="chips">
        {presets.map(({ label: name, cells }) => {
          const isOn = cells.every((cell) => isFree(value, cell))
          return (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={isOn}
              onClick={() => onChange(painted(value, cells, !isOn))}
            >
              <Icon name={isOn ? 'check' : 'plus'} small />
              {name}
            </button>
          )
        })}
      </div>
      <View label={label} week={value} onChange={onChange} day={day} onDay={setDay} />
      <CopyDay key={day} week={value} day={day} onChange={onChange} />
    </div>
  )
}

export interface ViewProps {
  label: string
  week: Availability
  onChange: (week: Availability) => void
  /** The day that is looked at or was painted last. */
  day: Day
  onDay: (day: Day) => void
}

function CopyDay({ week, day, onChange }: Pick<ViewProps, 'week' | 'day' | 'onChange'>) {
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<readonly Day[]>([])
  if (!isOpen) {
    return (
      <Button wide onPress={() => setOpen(true)} isDisabled={dayText(week, day) === ''}>
        <Icon name="copy" small />
        Copy {dayNames[day]} to other days
      </Button>
    )
  }
  const copy = () => {
    onChange(copied(week, day, picked))
    setOpen(false)
    setPicked([])
  }
  return (
    <fieldset className="stack gap-3">
      <legend className="legend mb-2">Copy {dayNames[day]} to</legend>
      <div className="chips">
        {days
          .filter((each) => each !== day)
          .map((each) => {
            const isPicked = picked.includes(each)
            return (
              <button
                key={each}
                type="button"
                className="chip"
                aria-pressed={isPicked}
                aria-label={dayNames[each]}
                onClick={() =>
                  setPicked(isPicked ? picked.filter((other) => other !== each) : [...picked, each])
                }
              >
                {isPicked && <Icon name="check" small />}
                {each}
              </button>
            )
          })}
      </div>
      <div className="row">
        <Button size="small" className="grow" onPress={() => setOpen(false)}>
          Cancel
        </Button>
        <Button
          size="small"
          className="grow"
          variant="primary"
          isDisabled={picked.length === 0}
          onPress={copy}
        >
          Copy
        </Button>
      </div>
    </fieldset>
  )
}

const wide = window.matchMedia('(min-width: 48rem)')

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}
