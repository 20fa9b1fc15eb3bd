import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { useListNotifications } from '../notifications.queries.ts'

/** Older ones come as the end of the list comes near; the button is for whoever gets there without scrolling. */
export function OlderNotifications() {
  const place = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useListNotifications()
  const mayFetch = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (!mayFetch || !place.current) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '400px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [mayFetch, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div className="notices__older" ref={place}>
      {isFetchNextPageError && <p className="quiet">That did not work. Please try again.</p>}
      <Button wide isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
        Show older notifications
      </Button>
    </div>
  )
}
