import { once } from 'node:events'
import { createServer } from 'node:net'

/** One that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  probe.close()
  await once(probe, 'close')
  return address.port
}
