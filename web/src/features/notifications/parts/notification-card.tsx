import type { Notification } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { clockTime, shortDate } from '@tagalong/contract/values/date-format.ts'
import { Link } from 'react-router'
import { relativeTime } from '#lib/relative-time.ts'
import { Icon } from '#ui/icon.tsx'
import { lookOf } from '../notification-look.ts'

interface NotificationCardProps {
  notification: Notification
  /** True if it was unread when this page first showed it. */
  isNew: boolean
  now: number
  zone: string
}

export function NotificationCard({ notification, isNew, now, zone }: NotificationCardProps) {
  const { title, detail, url, createdAt } = notification
  const { icon, tile } = lookOf(notification)
  return (
    <Link className={isNew ? 'card notice notice--new' : 'card notice'} to={url}>
      <span className={`notice__icon notice__icon--${tile}`}>
        <Icon name={icon} />
      </span>
      <div className="grow">
        <b>
          <bdi dir="ltr">{title}</bdi>
        </b>
        {detail && <p className="notice__when">{detail}</p>}
        <p>
          {isNew && <span className="notice__new">{m.notifications_new()}</span>}{' '}
          <time
            dateTime={createdAt}
            title={m.notifications_at({ time: clockTime(createdAt, zone), date: shortDate(createdAt, zone) })}
          >
            {relativeTime(createdAt, now)}
          </time>
        </p>
      </div>
      <Icon name="right" />
    </Link>
  )
}
