import { type Wait, waits } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId } from 'react'
import { Icon } from '#ui/icon.tsx'
import DownIcon from '#ui/icons/down.svg?react'
import './asks.css'

const texts = { none: m.asks_wait_none, hours: m.asks_wait_hours, day: m.asks_wait_day }

/** Picks how long a request waits for its answer. */
export function WaitLine({ wait, onWait }: { wait: Wait | 'none'; onWait: (wait: Wait | 'none') => void }) {
  const id = useId()
  return (
    <div className="waitline">
      <label htmlFor={id}>
        <Icon name="clock" />
        {m.asks_wait()}
      </label>
      <div className="select">
        <select
          id={id}
          className="input"
          value={wait}
          onChange={(event) => onWait(waits.find((each) => each === event.target.value) ?? 'none')}
        >
          {(['none', ...waits] as const).map((each) => (
            <option key={each} value={each}>
              {texts[each]()}
            </option>
          ))}
        </select>
        <DownIcon className="icon" />
      </div>
    </div>
  )
}
