import { expect, test, vi } from 'vitest'
import { applyUpdate, noteWaiting } from './app-update.ts'

/** Returns a worker of a newer version in that state. */
function workerIn(state: ServiceWorkerState) {
  return Object.assign(new EventTarget(), {
    state,
    postMessage: (_text: string, [port]: MessagePort[] = []) => port?.postMessage('2.0.0'),
  }) as unknown as ServiceWorker & { state: ServiceWorkerState }
}

test('an update asked for by another tab reloads this page, at once or as soon as it is active', {
  tags: ['NOTIF-16'],
}, async () => {
  const reload = vi.fn()
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('document', { querySelector: () => ({ content: '1.0.0' }) })
  const next = workerIn('installed')
  await noteWaiting(next)
  applyUpdate()
  expect(reload).not.toHaveBeenCalled()
  next.state = 'activated'
  next.dispatchEvent(new Event('statechange'))
  expect(reload).toHaveBeenCalledTimes(1)
  applyUpdate()
  expect(reload).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
})
