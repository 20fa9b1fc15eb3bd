// Written out: the contract's schemas are no part of the first load, and can't be fetched while the server is away.
const echo = '/api/public/echo'

/** Seconds between two tries; the last one repeats. */
const waits = [1, 2, 4, 8, 15]
/** Gone again this soon after coming back, the waits go on instead of starting over. */
const settledAfter = 30_000

let isReachable = true
let tries = 0
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

/** Told whenever the server answers again. */
export function onServerBack(listener: () => void): () => void {
  backListeners.add(listener)
  return () => backListeners.delete(listener)
}

/** A call found nobody. From now on the server is asked again and again until it answers. */
export function noteUnreachable(): void {
  if (!isReachable) return
  isReachable = false
  if (Date.now() - backAt > settledAfter) tries = 0
  for (const watcher of watchers) watcher()
  schedule()
}

function schedule() {
  clearTimeout(timer)
  const wait = waits[Math.min(tries, waits.length - 1)] ?? 1
  tries += 1
  timer = setTimeout(ask, wait * 1000)
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
