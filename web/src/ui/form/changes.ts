/** Returns only what differs, so that changes made elsewhere meanwhile are not overwritten. */
export function changesOf<Typed extends object>(typed: Typed, stored: object): Partial<Typed> {
  const before = new Map(Object.entries(stored))
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before.get(name))
  return Object.fromEntries(Object.entries(typed).filter(isChanged)) as Partial<Typed>
}
