import { useCallback, useState } from 'react'
import { currentUserId } from '#lib/session/session.tsx'
import { draftPrefix } from './kept-drafts.ts'

/** The storage key of this user's draft. */
export const storageKeyOf = (key: string) => `${draftPrefix}${currentUserId()}:${key}`

/**
 * Like useState, but the value survives a reload and an expired session: it is kept in this tab's storage, separately
 * for each user. Fields that a stored draft lacks are taken from `initial`.
 */
export function useDraft<T>(key: string, initial: T): [T, (next: T | ((before: T) => T)) => void] {
  const [storageKey] = useState(() => storageKeyOf(key))
  const [value, setValue] = useState<T>(() => read(storageKey, initial))
  const keep = useCallback(
    (next: T | ((before: T) => T)) =>
      setValue((before) => {
        const made = typeof next === 'function' ? (next as (before: T) => T)(before) : next
        write(storageKey, made)
        return made
      }),
    [storageKey],
  )
  return [value, keep]
}

/** Reads a value that belongs to a draft without being typed. It is deleted at logout, too. */
export function readDraft<T>(key: string, initial: T): T {
  return read(storageKeyOf(key), initial)
}

export function writeDraft(key: string, value: unknown): void {
  write(storageKeyOf(key), value)
}

/** Call it once the form has been sent. */
export function clearDraft(key: string): void {
  sessionStorage.removeItem(storageKeyOf(key))
}

function read<T>(storageKey: string, initial: T): T {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as T | null
    if (stored === null) return initial
    return isRecord(stored) && isRecord(initial) ? { ...initial, ...stored } : stored
  } catch {
    return initial
  }
}

function write(storageKey: string, value: unknown) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(value))
  } catch {
    // If storage is full or forbidden, only the draft is lost.
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
