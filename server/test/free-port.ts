import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems hand out, so that no other program is given one before it is used; above those that
 * browsers refuse.
 */
const lowest = 11_000
const perWorker = 1_000
const workers = 21

const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env
/** Each worker has ports of its own: one may be picked long before its program listens. */
const worker = Number(
  VITEST_POOL_ID ?? (TEST_PARALLEL_INDEX === undefined ? 0 : Number(TEST_PARALLEL_INDEX) + 1),
)
const picked = new Set<number>()

/** Returns a port that nobody listens on, another one with each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + (worker % workers) * perWorker + randomInt(perWorker)
    if (picked.has(port) || !(await isFree(port))) continue
    picked.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
