/** Longest time and distance between the two clicks of a double click. Milliseconds, and pixels. */
const doubleClick = 500
const sameSpot = 10

/**
 * Call it while something is shown that disappears when pressed, and call the function that it returns when that is
 * gone. The second click of a double click is then ignored, so that it doesn't press what is below.
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
    // A React Aria button presses itself after a pointerdown, even if no click follows.
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

/**
 * True if the press is the second of a double click. Unlike clicks, pointerdown events aren't counted by the browser.
 */
function isSecondOf(first: PointerEvent, { timeStamp, clientX, clientY }: PointerEvent): boolean {
  const apart = Math.hypot(clientX - first.clientX, clientY - first.clientY)
  return timeStamp - first.timeStamp < doubleClick && apart < sameSpot
}
