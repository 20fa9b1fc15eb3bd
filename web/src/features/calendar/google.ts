/** False for an address or a name of a local network, which Google's servers can't reach. */
function isPublicName(hostname: string): boolean {
  if (!hostname.includes('.') || hostname.includes(':') || /^[\d.]+$/.test(hostname)) return false
  return !/\.(?:local|localhost|internal|lan|home|test|arpa)$/.test(hostname)
}

/** Returns Google's page that offers to add the calendar; null if Google couldn't read its URL. */
export function googleCalendarOf(feed: string): string | null {
  if (!isPublicName(new URL(feed).hostname)) return null
  const url = new URL('https://calendar.google.com/calendar/r')
  url.searchParams.set('cid', webcalOf(feed))
  return url.href
}

/** Returns the URL with the scheme that calendar apps open. */
export function webcalOf(feed: string): string {
  return feed.replace(/^https?:/, 'webcal:')
}
