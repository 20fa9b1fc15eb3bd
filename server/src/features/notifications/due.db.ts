import { type Kind, messagesOf } from '@tagalong/contract/features/notices/kinds.rules.ts'
import type { NoticeMessage } from '@tagalong/contract/features/notices/notice-messages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { wakingMessages } from '#features/notices/waking-messages.ts'
import type { NoticesMail } from './mails/mail-notices.kind.ts'

/** Hour of the day's mail, on the receiver's clock. */
const mailHour = 18

const soonMessages = (['request', 'answer', 'reminder'] as const).flatMap(messagesOf)

interface Notice {
  kind: RawBuilder<Kind>
  /** True if quiet hours don't hold it. */
  wakes: RawBuilder<boolean>
  startsAt: RawBuilder<Date | null>
  isUrgent: RawBuilder<boolean>
  /** When it was made. */
  since?: RawBuilder<Date>
}

/** Over `app_user`: the zone of the user's profile. */
export const zone = sql<string>`coalesce((
  select time_zone from caregiver where caregiver.user_id = app_user.id), 'UTC')`

/**
 * When a notice is to be pushed and mailed, over the receiver's row of `app_user` and its `zone`. Never before now;
 * null if it is not to be mailed. What quiet hours hold counts from their end. A safety notice has a mail of its own.
 */
export function dueOf({ kind, wakes, startsAt, isUrgent, since = sql`now()` }: Notice): {
  push: RawBuilder<Date>
  mail: RawBuilder<Date | null>
} {
  const afterQuiet = (at: RawBuilder<Date>) =>
    sql<Date>`after_quiet(${at}, app_user.quiet_from, app_user.quiet_to, zone)`
  const heard = afterQuiet(sql`now()`)
  const push = sql<Date>`case
    when ${wakes} or ${startsAt} < ${heard} + interval '2 hours' then now() else ${heard} end`
  const mail = sql<Date | null>`case
    when ${kind} = 'safety' then null
    when ${startsAt} is not null then ${push}
    when app_user.mail = 'off' then null
    when ${isUrgent} then ${heard}
    when app_user.mail = 'soon' and ${kind} in ('request', 'answer', 'reminder')
      then ${afterQuiet(sql`greatest(now(), ${afterQuiet(since)} + interval '10 minutes')`)}
    else ${afterQuiet(sql`next_hour(now(), ${sql.lit(mailHour)}, zone)`)} end`
  return { push, mail }
}

/**
 * Returns when the first of these caregivers hears of an urgent notice of that moment; in quiet hours, at their end.
 */
export async function firstHeard(db: Db, caregivers: readonly string[], at: Date): Promise<Date> {
  const { rows } = await sql<{ heard: Date | null }>`
    select min(after_quiet(${at}, quiet_from, quiet_to, ${zone})) as heard
    from app_user where id in (select user_id from caregiver where id = any(${[...caregivers]}::uuid[]))`.execute(
    db,
  )
  return rows[0]?.heard ?? at
}

function isOneOf(message: RawBuilder<string>, messages: readonly NoticeMessage[]): RawBuilder<boolean> {
  return sql`${message} in (${sql.join(messages.map((each) => sql.lit(each)))})`
}

/** Locks users to whom something is due, those who wait longest first. Skips users locked by another process. */
export async function lockDue(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select app_user.id from app_user join (
      select user_id, min(due_at) as due_at from (
        select user_id, push_due_at as due_at from notification where push_due_at <= now()
        union all select user_id, mail_due_at from notification where mail_due_at <= now()) each
      group by user_id) due on due.user_id = app_user.id
    order by due.due_at limit ${limit} for no key update of app_user skip locked`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Puts off what is due in quiet hours, since nobody delivered it in time, to their end. The exceptions are those made
 * when it was inserted.
 */
export async function holdThroughQuiet(db: Db, users: readonly string[]): Promise<void> {
  const heard = sql<Date>`reader.heard`
  const held = (column: 'push_due_at' | 'mail_due_at') =>
    sql`${sql.ref(column)} = case when ${sql.ref(column)} <= now() then ${heard} else ${sql.ref(column)} end`
  await sql`
    update notification set ${held('push_due_at')}, ${held('mail_due_at')}
    from (
      select id, after_quiet(now(), quiet_from, quiet_to, ${zone}) as heard
      from app_user where id = any(${users}::uuid[])) reader
    where user_id = reader.id and ${heard} > now() and (push_due_at <= now() or mail_due_at <= now())
      and not ${isOneOf(sql`message`, wakingMessages)}
      and (starts_at < ${heard} + interval '2 hours') is not true`.execute(db)
}

/** Takes, by user, what was held and is to be pushed by now; it is no longer due. */
export async function takePushes(
  db: Db,
  users: readonly string[],
): Promise<{ user: string; notifications: string[] }[]> {
  const { rows } = await sql<{ user: string; notifications: string[] }>`
    with taken as (
      update notification set push_due_at = null
      where user_id = any(${users}::uuid[]) and push_due_at <= now() returning id, user_id)
    select user_id as user, array_agg(id) as notifications from taken group by user_id`.execute(db)
  return rows
}

/** Takes, by user and form, what is to be mailed by now, without what was switched off just now. */
export async function takeMails(db: Db, users: readonly string[]): Promise<NoticesMail[]> {
  const { rows } = await sql<NoticesMail>`
    with taken as (
      update notification set mail_due_at = null
      from app_user
      where app_user.id = user_id and user_id = any(${users}::uuid[]) and mail_due_at <= now()
      returning notification.id, user_id, case
        when starts_at is not null then 'now'
        when mail = 'off' then null
        when is_urgent or mail = 'soon' and ${isOneOf(sql`message`, soonMessages)} then 'soon'
        else 'day' end as form)
    select user_id as user, form, array_agg(id) as notifications
    from taken where form is not null group by user_id, form`.execute(db)
  return rows
}

/**
 * Recomputes when waiting notifications are due, for a user whose choice or clock has changed. What is due already is
 * left alone: the day's mail would wait for another day.
 */
export async function setDueAnew(db: Db, userId: string): Promise<void> {
  const message = sql<string>`coalesce(message, '')`
  const due = dueOf({
    kind: sql`case
      when ${isOneOf(message, messagesOf('safety'))} then 'safety'
      when ${isOneOf(message, soonMessages)} then 'request' else 'news' end`,
    wakes: isOneOf(message, wakingMessages),
    startsAt: sql`starts_at`,
    isUrgent: sql`is_urgent`,
    since: sql`created_at`,
  })
  await sql`
    update notification
    set push_due_at = case when push_due_at > now() then ${due.push} else push_due_at end,
      mail_due_at = case when mail_due_at > now() then ${due.mail} else mail_due_at end
    from (select mail, quiet_from, quiet_to, ${zone} as zone from app_user where id = ${userId}) app_user
    where user_id = ${userId} and (push_due_at > now() or mail_due_at > now())`.execute(db)
}
