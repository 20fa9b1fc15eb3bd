/**
 * Returns a path of our own site, otherwise null: neither a link nor a push may lead to another site. Used by pages and
 * by the service worker.
 */
export function safePath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  if (!URL.canParse(path, location.origin)) return null
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) return null
  // '/.//host' is ours, but its normalised path '//host' is not.
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}
