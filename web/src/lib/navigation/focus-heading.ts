/** Focuses the page's heading, or else the page. In a file of its own, since /login needs nothing else of this. */
export function focusHeading(): void {
  const place = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (place) focusAnything(place)
}

/** Focuses an element even if it is not focusable by itself. */
export function focusAnything(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
