import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/**
 * Runs at the start of every page and records toasts: each is shown for only a second, which a busy machine may miss.
 */
export function rememberToasts(): void {
  const shown: string[] = []
  Object.assign(window, { shownToasts: shown })
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLElement && node.matches('.toast')) shown.push(node.textContent)
  }).observe(document, { childList: true, subtree: true })
}

/** Expects that a toast with that text has been shown since the page was loaded, or will be. Each counts once. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(takeToast, text), `the toast '${text}'`).toContain(text)
}

/** Returns and removes that toast, or returns all that were shown if it isn't among them. */
function takeToast(text: string): string[] {
  const { shownToasts } = window as unknown as { shownToasts: string[] }
  const at = shownToasts.indexOf(text)
  return at < 0 ? [...shownToasts] : shownToasts.splice(at, 1)
}
