/** The two clicks of a double click are no further apart. Milliseconds, and pixels. */
const doubleClick = 500
const sameSpot = 10

/**
 * Call it while something is there that a press takes away. What it answers is to be called when that is gone: the second
 * half of a double click on it would press what lay below, or came in its place.
 */
export function ignoreSecondClick(): () => void {
  let last: PointerEvent | undefined
  const press = (event: PointerEvent) => {
    last = event
  }
  window.addEventListener('pointerdown', press, true)
  return () => {
    window.removeEventListener('pointerdown', press, true)
    const ignoreClick = (event: MouseEvent) => {
      if (event.detail < 2) return
      event.preventDefault()
      event.stopPropagation()
    }
    // A button of React Aria that was pressed clicks itself where no click follows.
    const ignorePress = (event: PointerEvent) => {
      if (last && isSecondOf(last, event)) event.stopPropagation()
    }
    window.addEventListener('click', ignoreClick, true)
    window.addEventListener('pointerdown', ignorePress, true)
    setTimeout(() => {
      window.removeEventListener('click', ignoreClick, true)
      window.removeEventListener('pointerdown', ignorePress, true)
    }, doubleClick)
  }
}

/** What is pressed doesn't count presses, as clicks do. */
function isSecondOf(first: PointerEvent, { timeStamp, clientX, clientY }: PointerEvent): boolean {
  const apart = Math.hypot(clientX - first.clientX, clientY - first.clientY)
  return timeStamp - first.timeStamp < doubleClick && apart < sameSpot
}
