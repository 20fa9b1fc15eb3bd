/** What was sent, until a photo is made of it. */
export const uploadName = (key: string) => `uploads/${key}`
export const photoName = (key: string) => `photos/${key}`
export const avatarName = (key: string) => `photos/${key}-avatar`

/** The key that a stored name is made of; null for what bears none, such as a file half written or not ours. */
export function keyOf(name: string): string | null {
  return /^(?:uploads|photos)\/([A-Za-z0-9_-]{32})(?:-avatar)?$/.exec(name)?.[1] ?? null
}

/** One of ours that was being written to the disk. */
export function isHalfWritten(name: string): boolean {
  const whole = /^(.+)\.[0-9a-f-]{36}\.part$/.exec(name)?.[1]
  return whole !== undefined && keyOf(whole) !== null
}
