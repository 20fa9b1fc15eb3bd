import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Room } from './room.ts'

/** Pixels from the end within which the reader counts as being at the end. */
const nearEnd = 48

/** Keeps the end in view while the reader is there, otherwise their position while older messages are added above. */
export function useFollowing(room: Room, waiting: string) {
  const list = useRef<HTMLOListElement>(null)
  const place = useRef({ isAtEnd: true, fromEnd: 0 })
  const [isBehind, setBehind] = useState(false)
  const first = room.messages[0]?._id
  const last = room.messages.at(-1)?._id
  const shown = useRef({ first, last })

  const keepEnd = useCallback(() => {
    const element = list.current
    if (element && place.current.isAtEnd) element.scrollTop = element.scrollHeight
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it acts on what is rendered, whenever that has changed
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const before = shown.current
    shown.current = { first, last }
    if (place.current.isAtEnd) keepEnd()
    else if (before.first !== first) element.scrollTop = element.scrollHeight - place.current.fromEnd
    else if (before.last !== last) setBehind(true)
  }, [first, last, waiting])

  useLayoutEffect(() => {
    if (!list.current) return
    const observer = new ResizeObserver(keepEnd)
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [keepEnd])

  const onScroll = () => {
    const element = list.current
    if (!element) return
    const fromEnd = element.scrollHeight - element.scrollTop
    const isAtEnd = fromEnd - element.clientHeight < nearEnd
    place.current = { isAtEnd, fromEnd }
    if (isAtEnd) setBehind(false)
    const older = element.querySelector<HTMLElement>('[data-older]')
    // A keyboard user presses the button or moves on: it must not vanish while it has the focus.
    if (element.scrollTop < nearEnd && document.activeElement !== older) older?.click()
  }
  const toEnd = () => {
    place.current.isAtEnd = true
    setBehind(false)
    keepEnd()
  }
  return { list, isBehind, onScroll, toEnd, keepEnd }
}
