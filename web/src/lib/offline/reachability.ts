// Written out, since the contract's schemas are not in the first load and can't be fetched while the server is
// unavailable.
const echo = '/api/public/echo'

/**
 * If the server is gone again this soon, for example while it waits for its database, retries slow down. Milliseconds.
 */
const settledAfter = 10_000

let isReachable = true
let awaySince = 0
let relapses = 0
let backAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

const watchers = new Set<() => void>()
const backListeners = new Set<() => void>()

export function serverIsReachable(): boolean {
  return isReachable
}

export function watchReachability(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Called whenever the server answers again. */
export function onServerBack(listener: () => void): () => void {
  backListeners.add(listener)
  return () => backListeners.delete(listener)
}

/** Call it when a call was not answered. The server is then asked repeatedly until it answers. */
export function noteUnreachable(): void {
  if (!isReachable) return
  isReachable = false
  const now = Date.now()
  const isRelapse = now - backAt < settledAfter
  relapses = isRelapse ? relapses + 1 : 0
  if (!isRelapse) awaySince = now
  for (const watcher of watchers) watcher()
  schedule()
}

function schedule() {
  clearTimeout(timer)
  timer = setTimeout(ask, nextWait(Date.now() - awaySince, relapses, Math.random()))
}

const longestWait = 15_000

/**
 * Returns the milliseconds until the next retry. A short restart is noticed at once. The wait varies by a quarter, so
 * that many pages don't ask at the same moment.
 * @param chance from 0 to 1
 */
export function nextWait(awayFor: number, relapsed: number, chance: number): number {
  const wait = awayFor < 60_000 ? 1_200 : awayFor < 600_000 ? 5_000 : longestWait
  return Math.min(wait * 2 ** relapsed, longestWait) * (0.75 + chance / 2)
}

async function ask() {
  clearTimeout(timer)
  if (isReachable) return
  try {
    const reply = await fetch(echo, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    if (!reply.ok) throw new Error(String(reply.status))
  } catch {
    if (!isReachable) schedule()
    return
  }
  if (isReachable) return
  isReachable = true
  backAt = Date.now()
  for (const watcher of watchers) watcher()
  for (const listener of backListeners) listener()
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', noteUnreachable)
  window.addEventListener('online', ask)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void ask()
  })
}
