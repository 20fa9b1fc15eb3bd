import type { News } from '#features/notifications/notifications.service.ts'

const titles = {
  sent: '{name} sent you a playdate request',
  countered: '{name} suggested something else for your playdate',
  confirmed: '{name} confirmed your playdate',
  rejected: '{name} can’t make it to your playdate',
  cancelled: '{name} cancelled your playdate',
  invited: '{name} invited you to an event',
  moved: '{name} moved an event. Please answer again',
  coming: '{name} is coming to your event',
  notComing: '{name} can’t come to your event',
} as const
export type Happening = keyof typeof titles

/** What the others are told, and where it leads. */
export function newsOf(playdateId: string, what: Happening, about: string): News {
  const screen =
    what === 'sent' || what === 'countered' ? 'view-playdate-request' : 'view-playdate-information'
  return { title: titles[what], url: `/${screen}/${playdateId}`, about }
}
