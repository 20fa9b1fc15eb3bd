import type { Notification } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { IconName } from '#ui/icon.tsx'

export interface Look {
  icon: IconName
  /** Number of one of the four tile tints. */
  tile: 1 | 2 | 3 | 4
}

/** Returns the icon and tint by the message, if it is known, otherwise by title and path. */
export function lookOf({ message, title, url }: Pick<Notification, 'message' | 'title' | 'url'>): Look {
  if (message ? message === 'chat.message' : title.endsWith(' sent you a message')) {
    return { icon: 'chat', tile: 4 }
  }
  if (message?.startsWith('reminder.')) return { icon: 'clock', tile: 2 }
  if (message ? goodNews.has(message) : goodWords.test(title)) return { icon: 'check', tile: 3 }
  if (url.startsWith('/view-playdate')) return { icon: 'calendar', tile: 1 }
  if (url.startsWith('/connections')) return { icon: 'people', tile: 2 }
  if (url.startsWith('/group/')) return { icon: 'people', tile: 3 }
  return { icon: 'bell', tile: 4 }
}

const goodNews = new Set(['connection.accepted', 'playdate.confirmed', 'event.coming', 'spots.everybody'])
const goodWords = / (?:accepted your invite|confirmed your playdate|is coming to your event)$/
