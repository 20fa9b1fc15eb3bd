import { m } from '@tagalong/contract/messages.ts'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import EventArt from '#ui/art/event.svg?react'
import PlaydateArt from '#ui/art/tile-view.svg?react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PlaydateDraft } from './playdate-draft.ts'
import { Upgrade } from './upgrade.tsx'
import type { MayPlanEvents } from './use-may-plan-events.ts'
import '../playdates.css'
import '#features/children/parts/picks.css'
import './plan.css'
import './types.css'

type Type = NonNullable<PlaydateDraft['type']>

interface TypeChoiceProps {
  type: PlaydateDraft['type']
  mayPlanEvents: MayPlanEvents
  onChoose: (type: Type) => void
}

/** Picks the type. Without premium, the way to get it replaces 'Event'. */
export function TypeChoice({ type, mayPlanEvents, onChoose }: TypeChoiceProps) {
  const choices = useRef<HTMLDivElement>(null)
  const types: Type[] = mayPlanEvents.answer ? ['single', 'group'] : ['single']
  // As in any radio group, Tab reaches the chosen radio or else the first, and arrows choose.
  const reached = type !== null && types.includes(type) ? type : 'single'
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = (types.indexOf(reached) + step + types.length) % types.length
    const next = types[index]
    if (next) onChoose(next)
    choices.current?.querySelectorAll<HTMLElement>('[role=radio]')[index]?.focus()
  }
  const choice = (each: Type, art: ReactNode, name: string, note: string) => (
    // biome-ignore lint/a11y/useSemanticElements: a tile with a drawing is no input
    <button
      className="type"
      type="button"
      role="radio"
      aria-checked={type === each}
      tabIndex={reached === each ? 0 : -1}
      onClick={() => onChoose(each)}
      onKeyDown={move}
    >
      {art}
      {name}
      <small>{note}</small>
      {type === each && (
        <span className="tickmark">
          <Icon name="check" />
        </span>
      )}
    </button>
  )
  return (
    <section className="part">
      <h2 className={type === null ? undefined : 'sr'}>{m.plan_what()}</h2>
      <div className="types">
        <div role="radiogroup" aria-label={m.plan_type()} className="types__choices" ref={choices}>
          {choice('single', <PlaydateArt />, m.common_playdate(), m.plan_playdate_note())}
          {mayPlanEvents.answer && choice('group', <EventArt />, m.plan_event(), m.plan_event_note())}
        </div>
        {mayPlanEvents.answer === undefined && <Unknown retry={mayPlanEvents.retry} />}
        {mayPlanEvents.answer === false && <Upgrade />}
      </div>
    </section>
  )
}

/** A placeholder until it is known whether the viewer is premium. */
function Unknown({ retry }: Pick<MayPlanEvents, 'retry'>) {
  // As tall as what most users see next, so that the form below doesn't move.
  if (!retry)
    return (
      <div className="types__waiting" inert>
        <Upgrade />
      </div>
    )
  return (
    <div className="upgrade">
      <p>{m.plan_membership_unknown()}</p>
      <Button size="small" onPress={retry}>
        {m.common_again()}
      </Button>
    </div>
  )
}
