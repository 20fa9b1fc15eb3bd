import { sql } from 'kysely'

/** Of rows of `notification`: what a KeptNotice is made of. */
export const noticeColumns = [
  'notification.message',
  'notification.params',
  'notification.title',
  sql<string | null>`(select name from caregiver where id = notification.about_id)`.as('about'),
  sql<string>`coalesce((select time_zone from caregiver where user_id = notification.user_id), 'UTC')`.as(
    'zone',
  ),
  sql<string | null>`(
    select invitee_name from connection where id = (notification.params ->> 'connection')::uuid)`.as(
    'invitee',
  ),
] as const
