export function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** How the page moves to what must be seen. Chromium glides whatever its user wants. */
export function scrollBehavior(): ScrollBehavior {
  return wantsLessMotion() ? 'instant' : 'smooth'
}
