import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { useNextNotifications } from '../notifications.queries.ts'

/** Loads older notifications near the end of the list. The button is for users who don't scroll. */
export function OlderNotifications() {
  const place = useRef<HTMLDivElement>(null)
  const { isThere, isPending, hasFailed, show } = useNextNotifications()
  const mayShow = isThere && !isPending && !hasFailed
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (!mayShow || !place.current) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) latest.current()
      },
      { rootMargin: '400px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [mayShow])
  if (!isThere) return null
  return (
    <div className="notices__older" ref={place}>
      {hasFailed && <p className="quiet">{m.common_failed()}</p>}
      <Button wide isPending={isPending} onPress={show}>
        {m.notifications_show_older()}
      </Button>
    </div>
  )
}
