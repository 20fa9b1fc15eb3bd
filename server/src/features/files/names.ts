/** The stored name of an upload, until a photo is made of it. */
export const uploadName = (key: string) => `uploads/${key}`
export const photoName = (key: string) => `photos/${key}`
export const avatarName = (key: string) => `photos/${key}-avatar`

/** Returns the key in a stored name; null if it has none, as a half-written file or one that isn't ours. */
export function keyOf(name: string): string | null {
  return /^(?:uploads|photos)\/([A-Za-z0-9_-]{32})(?:-avatar)?$/.exec(name)?.[1] ?? null
}

/** True for one of our files that was still being written to the disk. */
export function isHalfWritten(name: string): boolean {
  const whole = /^(.+)\.[0-9a-f-]{36}\.part$/.exec(name)?.[1]
  return whole !== undefined && keyOf(whole) !== null
}
