/** The same small number for the same text, everywhere and always (FNV-1a). */
export function hashOf(text: string, below: number): number {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  // The upper bits are the well mixed ones.
  return Math.floor(((hash >>> 0) / 2 ** 32) * below)
}
