/** Returns the link to the group's page. Without the code it lets nobody in. */
export function groupLink(id: string): string {
  return new URL(`/group/${id}`, window.location.origin).href
}

const linkOrId = /^(?:\S*\/group\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?(?:[?#]\S*)?$/

/** Returns the id from a group's link or a bare id; null if there is none. */
export function groupIdOf(typed: string): string | null {
  return linkOrId.exec(typed.trim().toLowerCase())?.[1] ?? null
}
