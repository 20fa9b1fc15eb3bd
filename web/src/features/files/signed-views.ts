/** A temporary link to a file, kept in the browser's storage separately for each user. */
export interface SignedView {
  signedUrl: string
  contentType: string
  /** When it was requested, in milliseconds since 1970. */
  timestamp: number
}

/** `avatar` is for up to 64 CSS pixels. */
export type ViewSize = 'avatar' | 'photo'

interface Wanted {
  userId: string
  fileKey: string
  size: ViewSize
}

/** Milliseconds. Repeated here because the contract's rules about files aren't in the first load. */
const life = 12 * 3_600_000

const prefix = 'signed-view:'
const storageKeyOf = ({ userId, fileKey, size }: Wanted) => `${prefix}${userId}:${fileKey}:${size}`

/** Milliseconds for which the link may still be used; 0 if it has expired. */
export function freshFor({ timestamp }: SignedView): number {
  const age = Date.now() - timestamp
  // A clock that was set back makes the age negative.
  return age >= 0 && age < life ? life - age : 0
}

/** Returns null if there is none or it has expired. */
export function storedView(wanted: Wanted): SignedView | null {
  const view = read(storageKeyOf(wanted))
  return view && freshFor(view) > 0 ? view : null
}

export function storeView(wanted: Wanted, view: SignedView): void {
  try {
    localStorage.setItem(storageKeyOf(wanted), JSON.stringify(view))
  } catch {
    // A full or forbidden storage costs one more request, not the photo.
  }
}

/** Deletes a dead link, unless another one has replaced it. */
export function dropView(wanted: Wanted, signedUrl: string): void {
  if (read(storageKeyOf(wanted))?.signedUrl === signedUrl) localStorage.removeItem(storageKeyOf(wanted))
}

/** Deletes all links at logout. */
export function clearSignedViews(): void {
  for (const key of keys()) localStorage.removeItem(key)
}

/** Deletes expired links and those of other users, once a user is signed in. */
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
