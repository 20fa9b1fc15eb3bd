import { ApiError } from '#lib/calls/api.ts'

// Each browser's message when the connection broke while loading code. The caller retries.
const ofTheLine =
  /dynamically imported module|module script failed|preload CSS|failed to fetch|NetworkError|load failed/i

/** True if our own code failed, rather than a call or a browser extension. */
function isOurs(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof ApiError || error instanceof DOMException) return false
  return !ofTheLine.test(error.message) && (error.stack ?? '').includes(window.location.origin)
}

/** Reports failures outside of React: in a listener, a timer, or a promise that nobody awaits. */
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
