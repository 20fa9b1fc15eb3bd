import { maxLengths } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useId } from 'react'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { ClashNote } from '../parts/clash-note.tsx'
import { ZoneLine } from '../parts/zone-line.tsx'
import { useClashes } from '../use-clashes.ts'
import { spokenStart, startOf, typedOf } from './event-start.ts'
import { Required } from './required.tsx'
import '../playdates.css'

interface FieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export function Description({ value, error, onChange }: FieldProps) {
  return (
    <Part name="description" title={m.common_description()} error={error}>
      {(field) => (
        <textarea
          {...field}
          className="input"
          dir="auto"
          maxLength={maxLengths.description}
          placeholder={m.plan_description_example()}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Part>
  )
}

/** Field for the one place of an event. */
export function Venue({ value, error, onChange }: FieldProps) {
  return (
    <Part name="location" title={m.plan_where_going()} isRequired error={error}>
      {(field) => (
        <input
          {...field}
          className="input"
          dir="auto"
          maxLength={maxLengths.location}
          placeholder={m.plan_place_example()}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Part>
  )
}

interface EventStartProps extends FieldProps {
  /** All children that are to play. The field is disabled while there are none. */
  children: readonly string[]
  durationMinutes: number
  /** The event's own id if it is moved, since it doesn't clash with itself. */
  except: string | undefined
}

/** Field for an event's start, on the caregiver's clock. */
export function EventStart({ value, error, onChange, children, durationMinutes, except }: EventStartProps) {
  const { timeZone } = useViewer()
  const now = useNow(60_000)
  const { clashAt } = useClashes(children, except)
  const start = startOf(value, timeZone)
  const clash = start && clashAt({ start, durationMinutes })
  return (
    <Part name="time" title={m.plan_when()} isRequired error={error}>
      {(field) => (
        <>
          <ZoneLine zone={timeZone} />
          <input
            {...field}
            className="input"
            type="datetime-local"
            // Rules out past days and years of five digits.
            min={`${typedOf(new Date(now).toISOString(), timeZone).slice(0, 10)}T00:00`}
            max="2099-12-31T23:59"
            disabled={children.length === 0}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <p className="hint" aria-live="polite">
            {children.length === 0 ? m.plan_who_first() : start && spokenStart(start, timeZone)}
          </p>
          {clash && <ClashNote>{clash}</ClashNote>}
        </>
      )}
    </Part>
  )
}

interface PartProps {
  name: 'description' | 'location' | 'time'
  title: string
  isRequired?: boolean
  error: string | undefined
  /** Renders the field with the attributes that tie it to its title and prompt. */
  children: (field: {
    'aria-labelledby': string
    'aria-required': true | undefined
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

function Part({ name, title, isRequired = false, error, children }: PartProps) {
  const id = useId()
  return (
    <section className="part" data-field={name}>
      <h2>
        <span id={`${id}-title`}>{title}</span> {isRequired && <Required />}
      </h2>
      {children({
        'aria-labelledby': `${id}-title`,
        'aria-required': isRequired || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error && `${id}-prompt`,
      })}
      {error && <Prompt id={`${id}-prompt`}>{error}</Prompt>}
    </section>
  )
}
