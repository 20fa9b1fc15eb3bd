import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'

/** The app's two parts, each with a frame of its own. */
export type Part = 'caregiver' | 'admin'

const key = 'session-mark'

/** As it was when the page came, and `before-app.js` went by it: what is drawn then must not change its mind midway. */
let atStart = typeof window === 'undefined' ? null : read()

function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Notes beside the tokens which parts their user was let into last. It is no right, as the server judges every call: by
 * it the next page shows a frame before it is known who is there. `before-app.js` reads it too.
 */
export function storeMark({ caregiverProfile, permissions }: SessionUser): void {
  const parts: Part[] = []
  if (caregiverProfile) parts.push('caregiver')
  if (permissions.isAdmin) parts.push('admin')
  try {
    localStorage.setItem(key, parts.join(' '))
  } catch {
    // A full or forbidden storage costs a later frame, not the screen.
  }
}

/** Of the next user nothing is known. */
export function removeMark(): void {
  atStart = null
  localStorage.removeItem(key)
}

/** Whether the part's frame may stand there already. Most are caregivers. Pages are drawn ahead for whoever may. */
export function isLikelyIn(part: Part): boolean {
  if (typeof window === 'undefined') return true
  return (atStart ?? 'caregiver').includes(part)
}
