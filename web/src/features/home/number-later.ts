import * as z from 'zod/mini'

const storageKey = 'number-later'
const forMs = 30 * 86_400_000

/** The caregiver who put the question off, and until when, on this device. */
const stored = z.object({ caregiver: z.string(), until: z.number() })

export function isPutOff(caregiver: string): boolean {
  try {
    const read = stored.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
    return read.success && read.data.caregiver === caregiver && read.data.until > Date.now()
  } catch {
    return false
  }
}

export function putOffNumber(caregiver: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ caregiver, until: Date.now() + forMs }))
  } catch {
    // If the storage is full or forbidden, the question is asked again.
  }
}
