import { m } from '@tagalong/contract/messages.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Rich } from '#ui/rich.tsx'
import { InvitePicker } from '../plan/guests/invite-picker.tsx'
import type { PlaydateDraft } from '../plan/playdate-draft.ts'
import { orderOf, waitOf, withOrder } from './ask-draft.ts'
import { OrderPicker } from './order-picker.tsx'
import { WaitLine } from './wait-line.tsx'
import './asks.css'

interface WhomToAskProps {
  draft: PlaydateDraft
  error: string | undefined
  onChange: (change: Partial<PlaydateDraft>) => void
}

/** Picks the child that a request invites, the families asked after it, and how long each has to answer. */
export function WhomToAsk({ draft, error, onChange }: WhomToAskProps) {
  const [hasList, setHasList] = useState(draft.further.length > 0)
  const box = useRef<HTMLDivElement>(null)
  const order = orderOf(draft)
  return (
    <>
      <div ref={box}>
        {hasList && order.length > 0 ? (
          <OrderPicker
            order={order}
            error={error}
            onOrder={(next, known) => {
              onChange(withOrder(next, known))
              if (next.length > 0) return
              flushSync(() => setHasList(false))
              box.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
            }}
          />
        ) : (
          <InvitePicker
            source={draft.source}
            place={draft.place}
            child={order[0] ?? ''}
            error={error}
            // A child of one source is not on offer in another.
            onSource={(source) => onChange({ source, otherChildren: [] })}
            onPlace={(place) => onChange({ place, otherChildren: [] })}
            onChild={(child) => onChange({ otherChildren: child === '' ? [] : [child] })}
          />
        )}
        {/* A series is asked of one family only. */}
        {!hasList && order.length > 0 && !draft.repeat && (
          <p className="inviting__further">
            <Rich
              parts={m.asks_and_if_not.parts({})}
              marks={{
                add: (words) => (
                  <button type="button" onClick={() => setHasList(true)}>
                    {words}
                  </button>
                ),
              }}
            />
          </p>
        )}
      </div>
      <WaitLine wait={waitOf(draft)} onWait={(wait) => onChange({ wait })} />
    </>
  )
}
