import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'

/** Checks that a caller who has just lost access is answered 401 within a second. */
export async function isRefusedWithinASecond(ask: () => Promise<{ status: number }>): Promise<void> {
  const began = performance.now()
  for (;;) {
    const asked = performance.now()
    const { status } = await ask()
    if (status === 401) return
    // The moment of the request counts, not that of the answer, which depends on how busy the machine is.
    expect(asked - began, `answered ${status}`).toBeLessThan(1_000)
    await wait(20)
  }
}
