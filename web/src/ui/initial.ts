/**
 * Returns the first letter as a capital, or unchanged if its capital is more than one letter, such as `ß`. Independent
 * of the device's language.
 */
export function initialOf(name: string): string {
  const letter = [...name.trim()][0] ?? ''
  const capital = letter.toUpperCase()
  return [...capital].length > 1 ? letter : capital
}
