const storageKey = 'hours-later'

/** The children for whom the question about free hours was put off on this device. Ids only. */
export function childrenPutOff(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

export function putOffHours(ids: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...new Set([...childrenPutOff(), ...ids])]))
  } catch {
    // A full or forbidden storage means that the question comes again.
  }
}
