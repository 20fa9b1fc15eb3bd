import { maxLengths } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useId } from 'react'
import { Prompt } from '#ui/fields/field.tsx'
import type { DraftProblem, PlaydateDraft } from './playdate-draft.ts'
import { Required } from './required.tsx'
import '../playdates.css'

const examples = [m.plan_place_example, m.plan_another_idea, m.plan_another_idea] as const

/** Fields for up to three places of a request. */
export function Places({
  places,
  problem,
  onChange,
  children,
}: {
  places: PlaydateDraft['locations']
  problem: DraftProblem | null
  onChange: (places: PlaydateDraft['locations']) => void
  /** More fields about the places. */
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section className="part" data-field="location">
      <h2>
        {m.plan_where()} <Required />
      </h2>
      <p className="hint part__hint">{m.plan_up_to_three()}</p>
      {places.map((place, index) => {
        const isWrong = problem?.index === index
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: three fixed inputs
          <div className="field" key={index}>
            <input
              className="input"
              aria-label={m.plan_location({ number: index + 1 })}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${id}-prompt` : undefined}
              placeholder={examples[index]?.()}
              maxLength={maxLengths.location}
              value={place}
              onChange={(event) => {
                const next: PlaydateDraft['locations'] = [...places]
                next[index] = event.target.value
                onChange(next)
              }}
            />
            {isWrong && <Prompt id={`${id}-prompt`}>{problem.text}</Prompt>}
          </div>
        )
      })}
      {children}
    </section>
  )
}
