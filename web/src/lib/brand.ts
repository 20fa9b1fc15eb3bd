/** The product's name. The page's server writes another one where it is told to. */
export const brand =
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content.trim() || 'Tagalong'
