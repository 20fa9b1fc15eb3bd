/** The product's name. The page's server writes another one where it is told to. */
export const brand = nameOnPage() || 'Tagalong'

/** None where pages are prerendered. */
function nameOnPage(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content.trim()
}
