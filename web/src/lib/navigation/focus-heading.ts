/** The page's heading has the focus, or the page. Alone in its file: /login loads no more of this. */
export function focusHeading(): void {
  const place = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (place) focusAnything(place)
}

/** Also what no key leads to. */
export function focusAnything(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
