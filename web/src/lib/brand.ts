/** The product's name. The page's server writes the one of BRAND_NAME. */
export const brand = nameOnPage() || 'Tagalong'

/** None where pages are prerendered. */
function nameOnPage(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content.trim()
}
