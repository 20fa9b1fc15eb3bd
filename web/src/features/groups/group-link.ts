/** What leads a family to the group's page; without the code nobody gets in. */
export function groupLink(id: string): string {
  return new URL(`/group/${id}`, window.location.origin).href
}

const linkOrId = /^(?:\S*\/group\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?(?:[?#]\S*)?$/

/** The id in a group's link, or alone; null where there is none. */
export function groupIdOf(typed: string): string | null {
  return linkOrId.exec(typed.trim().toLowerCase())?.[1] ?? null
}
