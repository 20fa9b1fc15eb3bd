import { type Stay, stay } from '@tagalong/contract/features/playdates/playdate.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import { useId } from 'react'
import { Icon } from '#ui/icon.tsx'
import './plan.css'

const words = { stay: m.plan_stay_stay, drop: m.plan_stay_drop } satisfies Record<Stay, Text>

/** 'Will you stay?' is optional: pressing the chosen answer again clears it. */
export function StayChoice({
  chosen,
  onChoose,
}: {
  chosen: Stay | null
  onChoose: (stay: Stay | null) => void
}) {
  const heading = useId()
  return (
    <div className="staying">
      <h3 id={heading}>{m.plan_stay_question()}</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, and parts have headings */}
      <div className="chips" role="group" aria-labelledby={heading}>
        {stay.options.map((each) => (
          <button
            key={each}
            className={each === chosen ? 'chip chip--on' : 'chip'}
            type="button"
            aria-pressed={each === chosen}
            onClick={() => onChoose(each === chosen ? null : each)}
          >
            {each === chosen && <Icon name="check" small />}
            {words[each]()}
          </button>
        ))}
      </div>
    </div>
  )
}
