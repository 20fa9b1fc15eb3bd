import { useLayoutEffect } from 'react'

let isOver = false
let noteOver = () => {}
/** Resolves once the prerendered page is hydrated. If it changed before, it would be rendered anew. */
export const takenOver = new Promise<void>((resolve) => {
  noteOver = resolve
})

/** Rendered beside a screen: repeats what the user did to its prerendered form before the app listened. */
export function TakeOver() {
  useLayoutEffect(() => {
    if (isOver) return
    isOver = true
    noteOver()
    // Read now, since the next rendering overwrites the values. React receives them once this rendering is done.
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

/** Types a value as a user would. React ignores an input event unless the value differs from the last one it saw. */
function type(input: HTMLInputElement, value: string) {
  input.value = ''
  Reflect.set(HTMLInputElement.prototype, 'value', value, input)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function check(input: HTMLInputElement) {
  input.checked = input.defaultChecked
  input.click()
}
