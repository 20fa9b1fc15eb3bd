/** The product's name, which the server writes into the page from BRAND_NAME. */
export const brand = nameOnPage() || 'Tagalong'

/** There is no document when prerendering. */
function nameOnPage(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content.trim()
}
