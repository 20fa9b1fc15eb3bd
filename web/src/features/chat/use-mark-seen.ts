import { type RefObject, useEffect, useState } from 'react'
import { useMarkRoomRead } from './chat.queries.ts'
import type { WhichRoom } from './room.ts'

/** Tells the server that the room is read, while it is really in view. */
export function useMarkSeen(
  panel: RefObject<HTMLElement | null>,
  which: WhichRoom,
  unread: number,
  newest: string | undefined,
): void {
  const isSeen = useIsSeen(panel)
  const { mutate } = useMarkRoomRead(which)
  useEffect(() => {
    if (isSeen && unread > 0 && newest !== undefined) mutate()
  }, [isSeen, unread, newest, mutate])
}

function useIsSeen(panel: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false)
  const [isPageShown, setPageShown] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const element = panel.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      {
        threshold: 0.5,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [panel])
  useEffect(() => {
    const update = () => setPageShown(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isInView && isPageShown
}
