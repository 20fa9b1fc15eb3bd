import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'

/**
 * Set beside the tokens of a user without a caregiver profile. It grants nothing, since the server checks every call:
 * it makes the next page hide the caregivers' frame until the user is known. `before-app.js` reads it too.
 */
const key = 'no-profile'

/** The value when the page loaded, which `before-app.js` used. Changing it midway would change what is shown. */
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
    // If storage is full or forbidden, the frame shows later next time; the screen itself still works.
  }
}

/** The next user may well have a profile. */
export function forgetProfile(): void {
  hadNone = false
  localStorage.removeItem(key)
}

/** True if the holder of the tokens is most likely a caregiver, as most users are. */
export function isLikelyCaregiver(): boolean {
  return !hadNone
}
