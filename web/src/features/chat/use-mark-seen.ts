import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMarkRoomRead } from './chat.queries.ts'
import type { WhichRoom } from './room.ts'

/** Marks the room as read up to the newest message once the end of the list is in view with it. */
export function useMarkSeen(
  end: RefObject<HTMLElement | null>,
  which: WhichRoom,
  unread: number,
  newest: string | undefined,
): void {
  const seen = useSeen(end, newest)
  const isPageShown = useIsPageShown()
  const { mutate } = useMarkRoomRead(which)
  // Not sent again while the old unread count is still shown.
  const sent = useRef<string>(undefined)
  useEffect(() => {
    if (!isPageShown || unread === 0 || newest === undefined || seen !== newest || sent.current === newest)
      return
    sent.current = newest
    mutate(newest, {
      onError: () => {
        sent.current = undefined
      },
    })
  }, [isPageShown, unread, newest, seen, mutate])
}

/** Returns the newest message when the end was last in view, in the list and on the page; undefined if it isn't. */
function useSeen(end: RefObject<HTMLElement | null>, newest: string | undefined): string | undefined {
  const [seen, setSeen] = useState<string>()
  useEffect(() => {
    const element = end.current
    if (!element) return
    // The part under a phone's bottom bar isn't in view.
    const { scrollPaddingBottom } = getComputedStyle(document.documentElement)
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.at(-1)?.isIntersecting ? newest : undefined),
      { rootMargin: `0px 0px -${Number.parseFloat(scrollPaddingBottom) || 0}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [end, newest])
  return seen
}

function useIsPageShown(): boolean {
  const [isShown, setShown] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const update = () => setShown(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isShown
}
