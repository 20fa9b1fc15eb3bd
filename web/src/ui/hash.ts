/** Returns a number below `below`, always the same for the same text, on every device (FNV-1a). */
export function hashOf(text: string, below: number): number {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  // The upper bits are mixed best.
  return Math.floor(((hash >>> 0) / 2 ** 32) * below)
}
