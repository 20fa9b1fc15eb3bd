/**
 * Where a path of ours leads, otherwise null: neither a link nor a push may send people to another site. Used by pages
 * and by the service worker.
 */
export function safePath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  if (!URL.canParse(path, location.origin)) return null
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) return null
  // '/.//host' is ours, but what it comes to, '//host', is not.
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}
