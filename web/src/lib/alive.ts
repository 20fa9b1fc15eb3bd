import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while the page is as it was drawn ahead: what depends on the rest of the address or the device comes after. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * For a form that was drawn ahead: takes over what was typed, filled in or checked before the app came to life, and
 * sends it if somebody has asked for that already (`before-app.js`).
 */
export function useFilledBefore<Values extends object>(
  values: Values,
  setValues: (next: Values) => void,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const [isSent, setSent] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: there is only one before
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.alive) return
    dataset.alive = 'yes'
    if (!form.current) return
    setValues({ ...values, ...filledIn(form.current, values) })
    setSent(dataset.sent !== undefined)
  }, [])
  useEffect(() => {
    if (isSent) form.current?.requestSubmit()
  }, [isSent])
  return form
}

function filledIn<Values extends object>(form: HTMLFormElement, values: Values): Partial<Values> {
  const controls = Object.keys(values).map((name) => form.elements.namedItem(name))
  const inputs = controls.filter((each) => each instanceof HTMLInputElement)
  return Object.fromEntries(
    inputs.map((input) => [input.name, input.type === 'checkbox' ? input.checked : input.value]),
  ) as Partial<Values>
}
