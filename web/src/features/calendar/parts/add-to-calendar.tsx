import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { isGoing } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { useNow } from '#lib/now.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePlaydateCalendar } from '../calendar.queries.ts'
import '../calendar.css'

/** Shown on a playdate that the viewer goes to and that isn't over yet. */
export function AddToCalendar({ playdate }: { playdate: Playdate }) {
  const now = useNow(30_000)
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const { acceptedTime, durationMinutes, lookedAfterBy } = playdate
  const isComing = acceptedTime !== null && Date.parse(acceptedTime) + durationMinutes * 60_000 > now
  if (lookedAfterBy || !isComing || !isGoing(playdate)) return null
  return (
    <section>
      <Button wide aria-expanded={isOpen} aria-controls={listId} onPress={() => setOpen(!isOpen)}>
        <Icon name="calendar" small />
        {m.calendar_add()}
        <Icon name="down" small />
      </Button>
      <div id={listId}>{isOpen && <Ways playdate={playdate} />}</div>
    </section>
  )
}

function Ways({ playdate }: { playdate: Playdate }) {
  const { data, error } = usePlaydateCalendar(playdate)
  if (error) return <Prompt>{failureText(error)}</Prompt>
  return (
    <ul className="calendar__menu" aria-busy={!data || undefined}>
      <li>
        <button
          className="row"
          type="button"
          disabled={!data}
          onClick={() => data && saveFile(new Blob([data.ics], { type: 'text/calendar' }), data.fileName)}
        >
          <Icon name="download" />
          {m.calendar_save()}
        </button>
      </li>
      <li>
        <a className="row" href={data?.googleUrl} target="_blank" rel="noreferrer">
          <Icon name="link" />
          {m.calendar_google()}
        </a>
      </li>
    </ul>
  )
}
