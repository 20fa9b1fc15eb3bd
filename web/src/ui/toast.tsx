import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { watchLanguage } from '#lib/language.ts'
import AlertIcon from './icons/alert.svg?react'
import CheckIcon from './icons/check.svg?react'

interface Toast {
  id: number
  text: string
  isProblem: boolean
}

// Outside React, so that a toast shown right before a navigation outlives it.
const none: readonly Toast[] = []
let toasts = none
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

// The toasts are in the old language.
watchLanguage(() => replace(none))

/** Shows a text for a second. `problem` gives it a triangle. */
export function showToast(text: string, options: { problem?: boolean } = {}): void {
  lastId += 1
  const others = toasts.filter((each) => each.text !== text)
  replace([...others, { id: lastId, text, isProblem: options.problem ?? false }].slice(-3))
}

const shownFor = 1000

/** Shows the toasts. Render it once, outside the pages. */
export function ToastHost() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
    () => none,
  )
  // The live region is always rendered, since screen readers only announce changes in a known one. The attribute keeps
  // it visible to them while a dialog is open.
  return (
    <div className="toasts" role="status" aria-live="polite" data-react-aria-top-layer="">
      {shown.map((toast) => (
        <ToastPill key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastPill({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const pill = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => replace(toasts.filter((each) => each !== toast)), shownFor)
    return () => clearTimeout(timer)
  }, [toast, isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it in view
    <div
      className="toast"
      ref={pill}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focus keeps it in view, for readers who need longer
      tabIndex={0}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(document.activeElement === pill.current)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.isProblem ? <AlertIcon className="icon" /> : <CheckIcon className="icon" />}
      <span>{toast.text}</span>
    </div>
  )
}
