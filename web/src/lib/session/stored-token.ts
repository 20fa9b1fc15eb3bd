import type { Token } from '@tagalong/contract/features/auth/auth.contract.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'

const key = 'token'
/** Another one with each sign-in, whoever signed in. */
const signInKey = 'sign-in'
/** By which sign-in this tab's drafts were typed; it lies among them, and goes with them. */
const draftsKey = 'draft:sign-in'

type Listener = () => void
const listeners = new Set<Listener>()

// Another tab signed in, signed out or refreshed.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    const isLogout = event.key === signInKey && event.newValue === null
    // The pair may have gone before: then this event is the only one.
    if (event.key === key || event.key === null || (isLogout && !hasWholeToken())) noteTokenChange()
  })
}

/** Has everybody look whose token is stored. */
export function noteTokenChange(): void {
  for (const listener of listeners) listener()
}

/** What the storage holds right now, possibly half of a pair. Always read anew: tabs share it. */
export function storedToken(): Partial<Token> | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' ? (stored as Partial<Token> | null) : null
  } catch {
    return null
  }
}

/** A pair is of use only whole. */
export function hasWholeToken(): boolean {
  const token = storedToken()
  return Boolean(token?.accessToken && token.refreshToken)
}

/** By which sign-in this page is in. */
let own: string | null = null

export function ownSignIn(): string | null {
  return own
}

/** Whether the stored pair is of the sign-in that this page shows. A page that was asleep may have missed another one. */
export function isOwnSignIn(): boolean {
  return localStorage.getItem(signInKey) === own
}

/** Of the last sign-in on this very page. */
let made: string | null = null

/** Whether the stored pair is of a sign-in of another tab. */
export function isOthersSignIn(): boolean {
  return !isOwnSignIn() && localStorage.getItem(signInKey) !== made
}

/** From now on the page is that of whoever is in. */
export function adoptSignIn(): void {
  own = localStorage.getItem(signInKey)
  if (own === null) return
  try {
    sessionStorage.setItem(draftsKey, own)
  } catch {
    // A full or forbidden storage keeps no drafts.
  }
}

/** Whether whoever typed here has logged out, in whichever tab; not where the session came to its end. */
export function hasLoggedOut(): boolean {
  return sessionStorage.getItem(draftsKey) !== null && localStorage.getItem(signInKey) === null
}

/** A refreshed pair notifies nobody: the session stays the same. */
export function storeToken(token: Token, { isNewSession }: { isNewSession: boolean }): void {
  // First, so that no page takes the pair for its own.
  if (isNewSession) {
    made = newIdempotencyKey()
    localStorage.setItem(signInKey, made)
  }
  localStorage.setItem(key, JSON.stringify(token))
  if (isNewSession) noteTokenChange()
}

/** Whoever is in by that sign-in has logged out. False where somebody else has signed in since: they stay in. */
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

/** Tells of sign-in and sign-out here, and of any change in another tab. */
export function onTokenChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
