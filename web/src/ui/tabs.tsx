import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface Tab<Key extends string> {
  key: Key
  label: string
  /** A number beside the label, for example of unanswered requests. */
  count?: number | undefined
}

interface TabsProps<Key extends string> {
  label: string
  tabs: readonly Tab<Key>[]
  selected: Key
  onSelect: (key: Key) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

/** Tabs on a pill-shaped track. Arrows, Home and End move and select, as in every tab list. */
export function Tabs<Key extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Key>) {
  const id = useId()
  const track = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === selected)
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = (to + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    onSelect(next.key)
    track.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={track}>
        {tabs.map(({ key, label: text, count }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            role="tab"
            type="button"
            aria-selected={key === selected}
            aria-controls={`${id}-panel`}
            tabIndex={key === selected ? 0 : -1}
            onClick={() => onSelect(key)}
            onKeyDown={move}
          >
            {text}
            {count ? <span className="count">{count}</span> : null}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}
