/** What leads a family to the group's page; without the code nobody gets in. */
export function groupLink(id: string): string {
  return new URL(`/group/${id}`, window.location.origin).href
}
