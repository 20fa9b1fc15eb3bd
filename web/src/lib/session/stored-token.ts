import type { Token } from '@tagalong/contract/features/auth/auth.contract.ts'

const key = 'token'

type Listener = () => void
const listeners = new Set<Listener>()

// Another tab signed in, signed out or refreshed.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) notify()
  })
}

function notify() {
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

/** A refreshed pair notifies nobody: the session stays the same. */
export function storeToken(token: Token, { isNewSession }: { isNewSession: boolean }): void {
  localStorage.setItem(key, JSON.stringify(token))
  if (isNewSession) notify()
}

export function removeToken(): void {
  localStorage.removeItem(key)
  notify()
}

/** Tells of sign-in and sign-out here, and of any change in another tab. */
export function onTokenChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
