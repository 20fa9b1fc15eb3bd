/** Links under which files can be seen for a while, kept in the browser's storage, apart for each user. */
export interface SignedView {
  signedUrl: string
  contentType: string
  /** When it was asked for, in milliseconds since 1970. */
  timestamp: number
}

/** `avatar` for up to 64 pixels of the page. */
export type ViewSize = 'avatar' | 'photo'

interface Wanted {
  userId: string
  fileKey: string
  size: ViewSize
}

/** Milliseconds. Written out: the contract's rules about files are no part of the first load. */
const life = 12 * 3_600_000

const prefix = 'signed-view:'
const storageKeyOf = ({ userId, fileKey, size }: Wanted) => `${prefix}${userId}:${fileKey}:${size}`

/** Milliseconds for which the link is still used; 0 where it is not. */
export function freshFor({ timestamp }: SignedView): number {
  const age = Date.now() - timestamp
  // A clock that was set back makes them younger than they are.
  return age >= 0 && age < life ? life - age : 0
}

/** Null where there is none, or it is too old. */
export function storedView(wanted: Wanted): SignedView | null {
  const view = read(storageKeyOf(wanted))
  return view && freshFor(view) > 0 ? view : null
}

export function storeView(wanted: Wanted, view: SignedView): void {
  try {
    localStorage.setItem(storageKeyOf(wanted), JSON.stringify(view))
  } catch {
    // A full or forbidden storage costs one more question, not the photo.
  }
}

/** It leads nowhere any more. One that took its place meanwhile stays. */
export function dropView(wanted: Wanted, signedUrl: string): void {
  if (read(storageKeyOf(wanted))?.signedUrl === signedUrl) localStorage.removeItem(storageKeyOf(wanted))
}

/** At logout: nothing of anybody stays behind. */
export function clearSignedViews(): void {
  for (const key of keys()) localStorage.removeItem(key)
}

/** When somebody is in: what others left behind, and what is too old. */
export function pruneSignedViews(userId: string): void {
  for (const key of keys()) {
    const view = read(key)
    const isOwn = key.startsWith(`${prefix}${userId}:`)
    if (!isOwn || !view || freshFor(view) === 0) localStorage.removeItem(key)
  }
}

function keys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

function read(key: string): SignedView | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as SignedView | null
  } catch {
    return null
  }
}
