import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyUpdate, noteWaiting } from './app-update.ts'

const reload = vi.fn()
const serviceWorker: { controller: ServiceWorker | null } = { controller: null }

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('document', { querySelector: () => ({ content: '1.0.0' }) })
  vi.stubGlobal('navigator', { serviceWorker })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns a worker of a newer version in that state. */
function workerIn(state: ServiceWorkerState) {
  return Object.assign(new EventTarget(), {
    state,
    postMessage: vi.fn((_text: string, [port]: MessagePort[] = []) => port?.postMessage('2.0.0')),
  }) as unknown as ServiceWorker & { state: ServiceWorkerState }
}

test('an update asked for by another tab reloads this page, at once or as soon as it is active', {
  tags: ['NOTIF-16'],
}, async () => {
  const next = workerIn('installed')
  await noteWaiting(next)
  await applyUpdate()
  expect(reload).not.toHaveBeenCalled()
  next.state = 'activated'
  next.dispatchEvent(new Event('statechange'))
  expect(reload).toHaveBeenCalledTimes(1)
  await applyUpdate()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a newer worker takes over once the current one answers, or can’t be started', {
  tags: ['NOTIF-16'],
}, async () => {
  const next = workerIn('installed')
  await noteWaiting(next)
  const current = workerIn('activated')
  serviceWorker.controller = current
  let port: MessagePort | undefined
  vi.mocked(current.postMessage).mockImplementation((_text, ports) => {
    port = (ports as MessagePort[])[0]
  })
  const update = applyUpdate()
  expect(next.postMessage).not.toHaveBeenCalledWith('take-over')
  port?.postMessage('1.0.0')
  await update
  expect(next.postMessage).toHaveBeenCalledWith('take-over')

  vi.mocked(next.postMessage).mockClear()
  vi.useFakeTimers()
  const late = applyUpdate()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(next.postMessage).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await late
  expect(next.postMessage).toHaveBeenCalledWith('take-over')
})
