/** False of a name that only this network knows, where Google's servers read nothing. */
function isPublicName(hostname: string): boolean {
  if (!hostname.includes('.') || hostname.includes(':') || /^[\d.]+$/.test(hostname)) return false
  return !/\.(?:local|localhost|internal|lan|home|test|arpa)$/.test(hostname)
}

/** Google's page that asks whether to add the calendar of that address; null where it couldn't read it. */
export function googleCalendarOf(feed: string): string | null {
  if (!isPublicName(new URL(feed).hostname)) return null
  const url = new URL('https://calendar.google.com/calendar/r')
  url.searchParams.set('cid', webcalOf(feed))
  return url.href
}

/** What calendar apps open by themselves. */
export function webcalOf(feed: string): string {
  return feed.replace(/^https?:/, 'webcal:')
}
