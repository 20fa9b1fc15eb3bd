import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { type Run, run } from './runtime/processes.ts'

/** One process of the app on a shared database, at an address that stays the same. */
export interface Instance {
  readonly url: string
  readonly port: number
  /** The process that is running, or that ran last. */
  readonly app: Run
  /** Starts it and waits until it is ready; returns how many milliseconds that took. */
  start(): Promise<number>
}

export async function newInstance(env: Record<string, string>): Promise<Instance> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let app: Run | undefined
  return {
    url,
    port,
    get app() {
      if (!app) throw new Error('It was never started.')
      return app
    },
    async start() {
      const began = performance.now()
      app = run(['server/src/main.mjs'], {
        PORT: String(port),
        WEB_DIST: '/nowhere',
        LOG_LEVEL: 'fatal',
        ...env,
      })
      await untilReady(url, app)
      return performance.now() - began
    },
  }
}

async function untilReady(url: string, app: Run): Promise<void> {
  let ended = false
  void app.code.then(() => {
    ended = true
  })
  while (!(await isReady(url))) {
    if (ended) throw new Error(`It ended before it was ready:\n${app.output()}`)
    await wait(10)
  }
}

/** True if the process at that address is ready for requests. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/ready`)).status === 200
  } catch {
    return false
  }
}
