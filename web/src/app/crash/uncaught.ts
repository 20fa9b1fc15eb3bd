import { ApiError } from '#lib/calls/api.ts'

// A line that broke while code was on its way, in the words of each browser. Whoever asked for it tries again.
const ofTheLine =
  /dynamically imported module|module script failed|preload CSS|failed to fetch|NetworkError|load failed/i

/** A failure of our own code. A refused or lost call, or somebody's browser extension, is none. */
function isOurs(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof ApiError || error instanceof DOMException) return false
  return !ofTheLine.test(error.message) && (error.stack ?? '').includes(window.location.origin)
}

/** Tells of what fails outside of React: in a listener, a timer, a promise that nobody waits for. */
export function onUncaught(listener: (error: Error) => void): () => void {
  const thrown = ({ error }: ErrorEvent) => isOurs(error) && listener(error)
  const rejected = ({ reason }: PromiseRejectionEvent) => isOurs(reason) && listener(reason)
  window.addEventListener('error', thrown)
  window.addEventListener('unhandledrejection', rejected)
  return () => {
    window.removeEventListener('error', thrown)
    window.removeEventListener('unhandledrejection', rejected)
  }
}
