export function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** How to scroll to something that must be seen. Chromium animates even if the user prefers less motion. */
export function scrollBehavior(): ScrollBehavior {
  return wantsLessMotion() ? 'instant' : 'smooth'
}
