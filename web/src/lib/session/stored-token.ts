import type { Token } from '@tagalong/contract/features/auth/auth.contract.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'

const key = 'token'
/** Changes with each sign-in, even of the same user. */
const signInKey = 'sign-in'
/** The sign-in under which this tab's drafts were typed. Stored among them, so that it is deleted with them. */
const draftsKey = 'draft:sign-in'

type Listener = () => void
const listeners = new Set<Listener>()

// Another tab signed in, signed out or refreshed.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    const isLogout = event.key === signInKey && event.newValue === null
    // If the pair was removed before, this is the only event of the logout.
    if (event.key === key || event.key === null || (isLogout && !hasWholeToken())) noteTokenChange()
  })
}

/** Makes all listeners check whose token is stored. */
export function noteTokenChange(): void {
  for (const listener of listeners) listener()
}

/** Returns what storage holds now, possibly half a pair. Read each time, since tabs share it. */
export function storedToken(): Partial<Token> | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' ? (stored as Partial<Token> | null) : null
  } catch {
    return null
  }
}

/** True if both tokens are stored; one alone is useless. */
export function hasWholeToken(): boolean {
  const token = storedToken()
  return Boolean(token?.accessToken && token.refreshToken)
}

/** The sign-in of this page. */
let own: string | null = null

export function ownSignIn(): string | null {
  return own
}

/** True if the stored pair belongs to this page's sign-in. A page that was asleep may have missed a newer one. */
export function isOwnSignIn(): boolean {
  return localStorage.getItem(signInKey) === own
}

/** The last sign-in made on this page. */
let made: string | null = null

/** True if the stored pair is from a sign-in in another tab. */
export function isOthersSignIn(): boolean {
  return !isOwnSignIn() && localStorage.getItem(signInKey) !== made
}

/** Makes the stored sign-in this page's own. */
export function adoptSignIn(): void {
  own = localStorage.getItem(signInKey)
  if (own === null) return
  try {
    sessionStorage.setItem(draftsKey, own)
  } catch {
    // If storage is full or forbidden, it keeps no drafts.
  }
}

/** True if the user who typed in this tab has logged out, in any tab. An expired session doesn't count. */
export function hasLoggedOut(): boolean {
  return sessionStorage.getItem(draftsKey) !== null && localStorage.getItem(signInKey) === null
}

/** Stores a pair. A refreshed one notifies nobody, since the session stays the same. */
export function storeToken(token: Token, { isNewSession }: { isNewSession: boolean }): void {
  // First, so that no page takes the pair for its own sign-in's.
  if (isNewSession) {
    made = newIdempotencyKey()
    localStorage.setItem(signInKey, made)
  }
  localStorage.setItem(key, JSON.stringify(token))
  if (isNewSession) noteTokenChange()
}

/** Logs out that sign-in. Returns false if there has been another sign-in since, which stays as it is. */
export function endSignIn(signIn: string | null): boolean {
  const stored = localStorage.getItem(signInKey)
  if (hasWholeToken() && stored !== null && stored !== signIn) return false
  localStorage.removeItem(signInKey)
  removeToken()
  return true
}

export function removeToken(): void {
  localStorage.removeItem(key)
  noteTokenChange()
}

/** Calls the listener for each sign-in and sign-out here, and for any change in another tab. */
export function onTokenChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
