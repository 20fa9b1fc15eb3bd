import { type SessionUser, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import type { CaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { isTimeZone } from '@tagalong/contract/values/time-zone.ts'
import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { brand } from '#lib/brand.ts'
import { ApiError, call, isUnavailable } from '#lib/calls/api.ts'
import { loginPath } from '#lib/navigation/navigation.ts'
import { noteUnreachable, onServerBack } from '#lib/offline/reachability.ts'
import { Spinner } from '#ui/spinner.tsx'
import {
  adoptSignIn,
  hasWholeToken,
  isOthersSignIn,
  isOwnSignIn,
  onTokenChange,
  removeToken,
} from './stored-token.ts'

/** `failed` waits for the next retry. `unavailable` means that nobody answers, so nobody is signed out either. */
type Status = 'pending' | 'failed' | 'authorised' | 'not-authorised' | 'unavailable'
interface Session {
  status: Status
  user: SessionUser | null
  /** When offline data is shown: the time when it was last known. Milliseconds since 1970. */
  keptAt?: number
}

/** The last user's data for the time without a server. */
export interface OfflineData {
  user: SessionUser
  keptAt: number
  /** Puts the data where the screens look for it. */
  restore: () => void
}

const retries = 3
const retryAfter = 1000
/** Without an answer after this long, offline data is shown meanwhile. Milliseconds. */
const slowAfter = 6000

const unknown: Session = { status: 'pending', user: null }

// Outside React: it starts before the first paint and outlives every page.
let session = unknown
let run = 0
/** Number of refetches of the session so far, and the latest one that is shown. */
let reads = 0
let lastRead = 0
/** True if a session has ended here. */
let hasEnded = false
/** True if a user is or was signed in on this page. */
let wasIn = false
const watchers = new Set<() => void>()
let findOfflineData = async (): Promise<OfflineData | null> => null

function replace(next: Session) {
  if (next.status === 'authorised') {
    hasEnded = false
    wasIn = true
  }
  session = next
  if (next.user) noteUser(next.user._id)
  for (const watcher of watchers) watcher()
}

/** Loads the session, in up to four attempts. */
async function begin(): Promise<void> {
  run += 1
  const mine = run
  if (!hasWholeToken()) return replace({ status: 'not-authorised', user: null })
  adoptSignIn()
  replace(unknown)
  for (let tries = 0; ; tries += 1) {
    const slow = setTimeout(() => void showOfflineData(mine), slowAfter)
    try {
      const answer = await call(whoami, { keepSession: true }).finally(() => clearTimeout(slow))
      if (mine !== run) return
      const isIn = answer?.isLoggedIn && answer.user
      return replace(
        isIn ? { status: 'authorised', user: answer.user } : { status: 'not-authorised', user: null },
      )
    } catch (error) {
      if (mine !== run || (isUnavailable(error) && (await showOfflineData(mine)))) return
      if (tries === retries) return giveUp(error)
      replace({ status: 'failed', user: null })
      await new Promise((resolve) => setTimeout(resolve, retryAfter))
      if (mine !== run) return
      replace(unknown)
    }
  }
}

/** Shows the offline data; false if there is none to show. The session is loaded as soon as the server answers. */
async function showOfflineData(mine: number): Promise<boolean> {
  if (session.keptAt) return true
  const data = await findOfflineData().catch(() => null)
  if (!data || mine !== run || session.status === 'authorised') return false
  replace({ status: 'authorised', user: data.user, keptAt: data.keptAt })
  data.restore()
  noteUnreachable()
  return true
}

function giveUp(error: unknown) {
  if (error instanceof ApiError && error.status === 401) {
    hasEnded = true
    // The pair is dead. If kept, it would only be refused again.
    return removeToken()
  }
  replace({ status: isUnavailable(error) ? 'unavailable' : 'not-authorised', user: null })
  if (isUnavailable(error)) noteUnreachable()
}

/** Call it once, before the first screen. `find` returns the offline data. */
export function startSession(find: typeof findOfflineData): void {
  findOfflineData = find
  onTokenChange(() => {
    if (!hasWholeToken()) return void begin()
    // Another tab has signed in. What is under way here began under another sign-in, so it must end with this page.
    if (wasIn && isOthersSignIn()) return loadAnew()
    // After another tab's refresh the user is the same, so reload the session without hiding the page.
    if (session.status === 'authorised' && isOwnSignIn()) void refreshSession().catch(() => undefined)
    else void begin()
  })
  onServerBack(() => {
    if (session.status === 'unavailable') void begin()
    if (session.keptAt) void refreshSession().catch(() => undefined)
  })
  void begin()
}

/** Reloads the page for the user who is signed in now. Reloading /logout would log them out. */
function loadAnew() {
  if (window.location.pathname === '/logout') window.location.replace('/')
  else window.location.reload()
}

/** Loads the user anew without hiding the page, for example after the profile changed. */
export async function refreshSession(): Promise<void> {
  const mine = run
  reads += 1
  const read = reads
  const { user } = await call(whoami, { keepSession: false })
  // Of two refetches under way, the one that started last counts, whichever is answered first.
  if (mine !== run || read < lastRead) return
  lastRead = read
  replace({ status: 'authorised', user })
}

export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const nobody = 'nobody'

export function currentUser(): SessionUser | null {
  return session.user
}

/** Returns the id under which this tab's storage keeps the user's data; `nobody` while no user is known. */
export function currentUserId(): string {
  return session.user?._id ?? nobody
}

/** Deleted with this tab's drafts. It says whose they are, even after the session has ended. */
const lastUserKey = 'draft:user'

function noteUser(id: string) {
  try {
    sessionStorage.setItem(lastUserKey, id)
  } catch {
    // If storage is full or forbidden, it keeps no drafts either.
  }
}

/** Returns the id of the current or last user of this tab; `nobody` if there was none. */
export function lastUserId(): string {
  return sessionStorage.getItem(lastUserKey) ?? nobody
}

/** Returns the session. It is unknown while prerendering, and so also while hydrating. */
function useWhole(): Session {
  return useSyncExternalStore(
    watchSession,
    () => session,
    () => unknown,
  )
}

/** Returns the browser's time zone. If the browser doesn't know it, the server's default is returned. */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : 'America/New_York'
}

export function useSession(): {
  user: SessionUser | null
  viewer: CaregiverProfile | null
  timeZone: string
  /** True while it is unknown whether a user is signed in. */
  isLoading: boolean
  /** When the offline data shown was last known, in milliseconds since 1970; null if the server is available. */
  keptAt: number | null
} {
  const { user, status, keptAt = null } = useWhole()
  const viewer = user?.caregiverProfile ?? null
  const isLoading = status === 'pending' || status === 'failed'
  return {
    user,
    viewer,
    // A getter, since finding out the time zone for the first time is slow on an old phone, and few screens need it.
    get timeZone() {
      return viewer?.timeZone ?? browserZone()
    },
    isLoading,
    keptAt,
  }
}

/** True if a caregiver with a profile is signed in. */
export function useIsIn(): boolean {
  return useDeferredTrue(useSession().viewer !== null)
}

/**
 * Returns the same a little later. What depends on it is then rendered in pieces, so that taps are answered in between:
 * rendering all of it at once would block an old phone for too long.
 */
export function useDeferredTrue(isThere: boolean): boolean {
  return useDeferredValue(isThere) && isThere
}

/** Returns the profile, below RequireProfile. */
export function useViewer(): CaregiverProfile {
  const { viewer } = useSession()
  if (!viewer) throw new Error('This screen needs RequireProfile above it')
  return viewer
}

/** Renders for signed-in users only. While the session is loading, also if `isLikely` returns true. */
export function RequireSession({
  children,
  isLikely = () => false,
}: {
  children: ReactNode
  isLikely?: () => boolean
}) {
  const { status } = useWhole()
  const { isLoading } = useSession()
  const location = useLocation()
  const isAuthorised = status === 'authorised'
  const isIn = useDeferredTrue(isAuthorised)
  if (isIn || ((isLoading || isAuthorised) && isLikely())) return children
  if (status === 'not-authorised') return <Navigate to={loginPath(location, { isAgain: hasEnded })} replace />
  if (status === 'unavailable') return <Unavailable />
  return (
    <main className="waiting--page">
      <Spinner />
    </main>
  )
}

/** Renders if there is a caregiver profile, or while the session is loading; otherwise renders `instead`. */
export function RequireProfile({ children, instead }: { children: ReactNode; instead: ReactNode }) {
  const { viewer, isLoading } = useSession()
  return viewer || isLoading ? children : instead
}

function Unavailable() {
  return (
    <main className="halt" role="alert">
      <Spinner label="" />
      <h1>{m.lib_no_answer_title({ brand })}</h1>
      <p>{m.lib_no_answer_note()}</p>
    </main>
  )
}
