import { useLayoutEffect } from 'react'

let isOver = false
let noteOver = () => {}
/** Until then what is on the page must not change, or it would be rendered anew. */
export const takenOver = new Promise<void>((resolve) => {
  noteOver = resolve
})

/** Beside a screen: what was done to its prerendered form before the app listened is done again, as if by hand. */
export function TakeOver() {
  useLayoutEffect(() => {
    if (isOver) return
    isOver = true
    noteOver()
    // Now, since the next rendering writes its own values; each reaches React once this one is done.
    const typed = [...document.querySelectorAll('input')].filter(isChanged).map((input) => {
      const { value } = input
      return () => (input.type === 'checkbox' ? check(input) : type(input, value))
    })
    const pressed = [...document.querySelectorAll<HTMLButtonElement>('[data-early]')].map((button) => {
      const isPressed = button.dataset.early === 'pressed'
      delete button.dataset.early
      return () => isPressed && button.click()
    })
    queueMicrotask(() => {
      for (const act of [...typed, ...pressed]) act()
    })
  }, [])
  return null
}

function isChanged({ type, value, defaultValue, checked, defaultChecked }: HTMLInputElement): boolean {
  return type === 'checkbox' ? checked !== defaultChecked : value !== defaultValue
}

/** React hears of a value only where it is not the one that React saw last. */
function type(input: HTMLInputElement, value: string) {
  input.value = ''
  Reflect.set(HTMLInputElement.prototype, 'value', value, input)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function check(input: HTMLInputElement) {
  input.checked = input.defaultChecked
  input.click()
}
