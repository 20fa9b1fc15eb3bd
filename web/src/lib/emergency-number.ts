/** The number to call in danger, which the server writes into the page from EMERGENCY_NUMBER. */
export const emergencyNumber = numberOnPage() || '911'

/** There is no document when prerendering. */
function numberOnPage(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLMetaElement>('meta[name=emergency-number]')?.content
}
