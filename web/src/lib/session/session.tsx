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

/** `failed` waits for the next try; `unavailable`: nobody answers, so nobody is signed out either. */
type Status = 'pending' | 'failed' | 'authorised' | 'not-authorised' | 'unavailable'
interface Session {
  status: Status
  user: SessionUser | null
  /** When it was last known, where nobody answers and what was kept for that is shown instead. */
  keptAt?: number
}

/** Of the user who was last in, for the time without a server. */
export interface OfflineData {
  user: SessionUser
  keptAt: number
  /** Puts the data that was kept where the screens look for it. */
  restore: () => void
}

const retries = 3
const retryAfter = 1000
/** After so long without any answer what was kept is shown meanwhile. */
const slowAfter = 6000

const unknown: Session = { status: 'pending', user: null }

// Outside React: it begins before the first paint and outlives every page.
let session = unknown
let run = 0
/** How often it was read anew who is in, and the last of these that is shown. */
let reads = 0
let lastRead = 0
/** Somebody was signed in here, and is no longer. */
let hasEnded = false
/** Somebody is signed in on this page, or was. */
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

/** Asks who we are, up to four times. */
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

/** Answers whether there is one on screen. Whoever is back then is asked as soon as there is an answer. */
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
    // The pair is dead: kept, it would only be asked about again.
    return removeToken()
  }
  replace({ status: isUnavailable(error) ? 'unavailable' : 'not-authorised', user: null })
  if (isUnavailable(error)) noteUnreachable()
}

/** Call it once, before the first screen. `find`: what was kept for the time without a server. */
export function startSession(find: typeof findOfflineData): void {
  findOfflineData = find
  onTokenChange(() => {
    if (!hasWholeToken()) return void begin()
    // What is under way on this page began in another name, and ends with the page.
    if (wasIn && isOthersSignIn()) return loadAnew()
    // Another tab's refresh changes the pair, not who we are: look again without hiding the page.
    if (session.status === 'authorised' && isOwnSignIn()) void refreshSession().catch(() => undefined)
    else void begin()
  })
  onServerBack(() => {
    if (session.status === 'unavailable') void begin()
    if (session.keptAt) void refreshSession().catch(() => undefined)
  })
  void begin()
}

/** For whoever is in now. At /logout that would log them out. */
function loadAnew() {
  if (window.location.pathname === '/logout') window.location.replace('/')
  else window.location.reload()
}

/** Reads the user anew without hiding the page, for example after the profile changed. */
export async function refreshSession(): Promise<void> {
  const mine = run
  reads += 1
  const read = reads
  const { user } = await call(whoami, { keepSession: false })
  // Of two on their way the one that was asked for last knows better, whichever is answered first.
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

/** Whose things are kept in this tab's storage. */
export function currentUserId(): string {
  return session.user?._id ?? nobody
}

/** Goes with the drafts of this tab: whose they are is asked for after the session's end, too. */
const lastUserKey = 'draft:user'

function noteUser(id: string) {
  try {
    sessionStorage.setItem(lastUserKey, id)
  } catch {
    // A full or forbidden storage keeps no drafts either.
  }
}

/** Who is in, or was last, in this tab. */
export function lastUserId(): string {
  return sessionStorage.getItem(lastUserKey) ?? nobody
}

/** Prerendered pages know nobody, and are hydrated as they are. */
function useWhole(): Session {
  return useSyncExternalStore(
    watchSession,
    () => session,
    () => unknown,
  )
}

/** Where the browser doesn't know where it is, as the server takes it then. */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : 'America/New_York'
}

export function useSession(): {
  user: SessionUser | null
  viewer: CaregiverProfile | null
  timeZone: string
  /** It is not known yet whether anybody is signed in. */
  isLoading: boolean
  /** When what is shown was last known, in milliseconds since 1970; null where the server is there. */
  keptAt: number | null
} {
  const { user, status, keptAt = null } = useWhole()
  const viewer = user?.caregiverProfile ?? null
  const isLoading = status === 'pending' || status === 'failed'
  return {
    user,
    viewer,
    // To find it out for the first time keeps an old phone busy for as long as it may hang, and few screens ask.
    get timeZone() {
      return viewer?.timeZone ?? browserZone()
    },
    isLoading,
    keptAt,
  }
}

/** Whether a caregiver with a profile is in. */
export function useIsIn(): boolean {
  return useDeferredTrue(useSession().viewer !== null)
}

/**
 * The same a little later: what hangs on it is rendered in pieces, between which a tap is answered. An old phone would
 * be busy with all of it for longer than a tap may wait.
 */
export function useDeferredTrue(isThere: boolean): boolean {
  return useDeferredValue(isThere) && isThere
}

/** The profile, where RequireProfile stands above. */
export function useViewer(): CaregiverProfile {
  const { viewer } = useSession()
  if (!viewer) throw new Error('This screen needs RequireProfile above it')
  return viewer
}

/** Renders for a signed-in user only; while that is being asked also for whoever `isLikely` to be let in. */
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

/** Renders once the caregiver's profile exists, or while it is not known yet who is there; else what stands `instead`. */
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
