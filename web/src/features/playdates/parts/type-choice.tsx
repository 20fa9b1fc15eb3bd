import PremiumArt from '#ui/art/premium.svg?react'
import PlaydateArt from '#ui/art/tile-view.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PlaydateDraft } from '../playdate-draft.ts'
import '#features/children/children.css'
import '#ui/styles/playdates.css'
import '../playdates.css'

interface TypeChoiceProps {
  type: PlaydateDraft['type']
  onChoose: (type: 'single') => void
}

/** What is it to be? Nobody is subscribed yet, so the place of 'Event' holds the way to a membership. */
export function TypeChoice({ type, onChoose }: TypeChoiceProps) {
  const isPlaydate = type === 'single'
  return (
    <section className="part">
      <h2 className={type === null ? undefined : 'sr'}>What are you planning?</h2>
      <div className="types">
        <div role="radiogroup" aria-label="Type" className="types__choices">
          {/* biome-ignore lint/a11y/useSemanticElements: a tile with a drawing is no input */}
          <button
            className="type"
            type="button"
            role="radio"
            aria-checked={isPlaydate}
            onClick={() => onChoose('single')}
          >
            <PlaydateArt />
            Playdate
            <small>One friend comes to play</small>
            {isPlaydate && (
              <span className="tickmark">
                <Icon name="check" />
              </span>
            )}
          </button>
        </div>
        <div className="upgrade">
          <PremiumArt />
          <p>Upgrade to Schedule Group Playdates and Events</p>
          <ButtonLink variant="primary" size="small" to="/profile">
            Subscribe
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
