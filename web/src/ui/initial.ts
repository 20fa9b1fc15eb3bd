/** The first letter, as a capital where it has one of its own: `ß` stays. The same on every device, whatever its language. */
export function initialOf(name: string): string {
  const letter = [...name.trim()][0] ?? ''
  const capital = letter.toUpperCase()
  return [...capital].length > 1 ? letter : capital
}
