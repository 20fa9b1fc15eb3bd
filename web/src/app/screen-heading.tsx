import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { brand } from '#lib/brand.ts'
import { focusHeading } from '#lib/navigation/focus-heading.ts'

const scrolledTo = new Map<string, number>()
/** How long a page may take to grow to its old height after going back. Milliseconds. */
const timeoutMs = 1000

let isFirst = true

/**
 * Rendered beside a screen: sets the document's title, moves the focus to the heading, and scrolls to the top, to the
 * element that the address names, or back to where it was.
 */
export function ScreenHeading({ title }: { title: string }) {
  const { pathname, hash, key } = useLocation()
  const type = useNavigationType()
  const shownPath = useRef('')

  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title])

  // Before the paint, so that it doesn't pull back a user who moves on by keyboard at once.
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    // The browser itself places focus and scroll on the first page.
    if (isFirst) isFirst = false
    else focusHeading()
  }, [pathname])

  useEffect(() => {
    const note = () => scrolledTo.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the query alone keeps the place
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const goal = type === 'POP' ? scrolledTo.get(key) : 0
    const named = hash && !scrolledTo.has(key) ? document.getElementById(hash.slice(1)) : null
    if (named) return named.scrollIntoView({ behavior: 'instant' })
    if (goal === undefined) return
    return scrollWhenTallEnough(goal)
  }, [pathname])

  return null
}

/** Repeats the scroll until the page is tall enough, since data may still be loading. */
function scrollWhenTallEnough(goal: number): () => void {
  const until = performance.now() + timeoutMs
  let frame = 0
  const attempt = () => {
    window.scrollTo({ top: goal, behavior: 'instant' })
    if (Math.abs(window.scrollY - goal) > 1 && performance.now() < until)
      frame = requestAnimationFrame(attempt)
  }
  attempt()
  return () => cancelAnimationFrame(frame)
}
