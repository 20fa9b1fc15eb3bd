/** Whom to call where somebody is in danger. The page's server writes the one of EMERGENCY_NUMBER. */
export const emergencyNumber = numberOnPage() || '911'

/** None where pages are prerendered. */
function numberOnPage(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLMetaElement>('meta[name=emergency-number]')?.content
}
