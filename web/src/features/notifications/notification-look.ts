import type { Notification } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { IconName } from '#ui/icon.tsx'

export interface Look {
  icon: IconName
  /** One of the four tints. */
  tile: 1 | 2 | 3 | 4
}

/** By what it says where that is known, else by where it leads. */
export function lookOf({ title, url }: Pick<Notification, 'title' | 'url'>): Look {
  if (title.endsWith(' sent you a message')) return { icon: 'chat', tile: 4 }
  if (goodNews.test(title)) return { icon: 'check', tile: 3 }
  if (url.startsWith('/view-playdate')) return { icon: 'calendar', tile: 1 }
  if (url.startsWith('/connections')) return { icon: 'people', tile: 2 }
  if (url.startsWith('/group/')) return { icon: 'people', tile: 3 }
  return { icon: 'bell', tile: 4 }
}

const goodNews = / (?:accepted your invite|confirmed your playdate|is coming to your event)$/
