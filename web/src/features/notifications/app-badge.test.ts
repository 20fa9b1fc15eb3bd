import { expect, test, vi } from 'vitest'
import { keepAppBadge } from './app-badge.ts'

const page = new EventTarget()
const badges: (number | undefined)[] = []
vi.stubGlobal('document', page)
vi.stubGlobal('navigator', { setAppBadge: async (count?: number) => void badges.push(count) })

test('the app’s icon shows the number again once the page is visible after a push', () => {
  const look = () => page.dispatchEvent(new Event('visibilitychange'))
  const stop = keepAppBadge(2)
  expect(badges).toEqual([2])
  // The service worker does this on a push.
  void navigator.setAppBadge()
  look()
  expect(badges).toEqual([2, undefined, 2])
  stop()
  look()
  expect(badges).toHaveLength(3)
})
