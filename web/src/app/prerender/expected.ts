import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'

/**
 * Stands beside the tokens where their user has no caregiver's profile. It is no right, since the server checks every
 * call: by it the next page hides the caregivers' frame until it is known who is there. `before-app.js` reads it too.
 */
const key = 'no-profile'

/** As it was when the page came, and `before-app.js` went by it: what stands there must not change its mind midway. */
let hadNone = read()

function read(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function noteProfile({ caregiverProfile }: SessionUser): void {
  try {
    if (caregiverProfile) localStorage.removeItem(key)
    else localStorage.setItem(key, 'yes')
  } catch {
    // A full or forbidden storage costs a later frame, not the screen.
  }
}

/** Of the next user nothing is known. */
export function forgetProfile(): void {
  hadNone = false
  localStorage.removeItem(key)
}

/** Whether whoever holds the tokens is most likely a caregiver: most are. */
export function isLikelyCaregiver(): boolean {
  return !hadNone
}
