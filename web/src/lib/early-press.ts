import { useEffect, useRef } from 'react'
import { useIsAlive } from './alive.ts'

/** For a button that is drawn ahead: pressed before it works, it is pressed once it does (`before-app.js`). */
export function useEarlyPress() {
  const isAlive = useIsAlive()
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = ref.current
    if (!isAlive || button?.dataset.pressed === undefined) return
    delete button.dataset.pressed
    button.click()
  }, [isAlive])
  return { ref, 'data-early': isAlive ? undefined : '' }
}
