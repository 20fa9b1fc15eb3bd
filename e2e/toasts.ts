import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Runs at the start of every page: a toast is gone after a second, which a busy machine may not look into. */
export function rememberToasts(): void {
  const shown: string[] = []
  Object.assign(window, { shownToasts: shown })
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLElement && node.matches('.toast')) shown.push(node.textContent)
  }).observe(document, { childList: true, subtree: true })
}

/** A toast with that text was shown since the page was loaded, or comes now. Each counts once. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(takeToast, text), `the toast '${text}'`).toContain(text)
}

/** That toast alone, or all that were shown where it is not among them. */
function takeToast(text: string): string[] {
  const { shownToasts } = window as unknown as { shownToasts: string[] }
  const at = shownToasts.indexOf(text)
  return at < 0 ? [...shownToasts] : shownToasts.splice(at, 1)
}
