import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'

/** What is said to somebody who was let in a moment ago and isn't any more: within a second, everywhere, it is no. */
export async function isRefusedWithinASecond(ask: () => Promise<{ status: number }>): Promise<void> {
  const began = performance.now()
  for (;;) {
    const asked = performance.now()
    const { status } = await ask()
    if (status === 401) return
    // When it was asked counts, not when the answer came: that is how busy the machine is.
    expect(asked - began, `answered ${status}`).toBeLessThan(1_000)
    await wait(20)
  }
}
