const storageKey = 'hours-later'

/** Returns the ids of the children for whom the question about free hours was put off on this device. */
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
    // If the storage is full or forbidden, the question is asked again.
  }
}
