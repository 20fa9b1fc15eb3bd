import { type Besides, type Kept, lengthOf } from '@tagalong/contract/features/retention/retention.rules.ts'
import { type RawBuilder, sql } from 'kysely'

/** Rows of one table whose time is over. */
export interface Over {
  table: string
  when: RawBuilder<unknown>
  /** Written into the rows instead of deleting them. */
  set?: RawBuilder<unknown>
  /** Rows per statement, if deleting each takes many others along. */
  batch?: number
  /** A change of rows that has to be made before. */
  first?: Required<Pick<Over, 'table' | 'when' | 'set'>>
  /** True of a row if the change was made for it. */
  once?: RawBuilder<unknown>
}

/** Whole accounts and profiles, which the feature `erasure` erases. */
export const erasedKinds = ['unclaimed-profiles', 'accounts-without-profile', 'unvisited-accounts'] as const
export type ErasedKind = (typeof erasedKinds)[number]
export type SweptKind = Exclude<Kept, ErasedKind> | Besides

/** Returns now minus the time for which a kind is kept, by the calendar of UTC. */
function ago(kind: Kept | Besides): RawBuilder<Date> {
  return sql<Date>`((now() at time zone 'UTC' - ${sql.lit(lengthOf(kind))}::interval) at time zone 'UTC')`
}

const sessionEnd = sql<Date>`least(session.expires_at, session.revoked_at, session.created_at + interval '180 days')`

const hasMembers = sql<boolean>`exists (
  select from group_membership where group_id = caregiver_group.id and status = 'approved')`

/** True if no row of the table has the id in that column. */
const inNo = (table: string, column: string, id: string) =>
  sql`not exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${sql.ref(id)})`

/** On `decision`: the account that it is about is still suspended or closed. */
const isShutOut = sql<boolean>`exists (
  select from app_user left join caregiver on caregiver.user_id = app_user.id
  where (caregiver.id = decision.subject_caregiver_id or app_user.id = decision.subject_user_id)
    and (app_user.standing = 'closed' or app_user.standing = 'suspended' and app_user.standing_until > now()))`

/**
 * The conditions for rows whose time is over, by kind, in the order in which they are swept. Rows whose kept time began
 * earlier than `before` are over.
 */
const conditions: Record<SweptKind, (before: RawBuilder<Date>) => readonly Over[]> = {
  'phone-codes': (before) => [{ table: 'phone_code', when: sql`expires_at < ${before}` }],
  // By the days of UTC: a day later, it is over on every clock.
  away: (before) => [{ table: 'away', when: sql`last_day < (${before} at time zone 'UTC')::date` }],
  'sign-in-steps': (before) => [{ table: 'auth_ticket', when: sql`expires_at < ${before}` }],
  'came-to-nothing': (before) => [
    {
      table: 'playdate',
      when: sql`status <> 'accepted' and updated_at < ${before}
        and not exists (select from unnest(proposed_times) each (at) where each.at >= ${before})
        and coalesce(accepted_time, '-infinity') < ${before}`,
      batch: 500,
    },
  ],
  invitations: (before) => [
    { table: 'connection', when: sql`status <> 'accepted' and updated_at < ${before}` },
  ],
  'grown-up-invites': (before) => [
    {
      table: 'guardian_invite',
      when: sql`updated_at < ${before} and greatest(expires_at, begins_at) < ${before}`,
    },
    { table: 'introduction', when: sql`created_at < ${before}` },
  ],
  broadcasts: (before) => [{ table: 'broadcast', when: sql`created_at < ${before}` }],
  sessions: (before) => [
    {
      table: 'session',
      when: sql`${sessionEnd} < ${before}`,
      // The last visit of its user has to be known without the session.
      first: {
        table: 'app_user',
        set: sql`visited_at = (select max(last_seen_at) from session where user_id = app_user.id)`,
        when: sql`exists (select from session where session.user_id = app_user.id
          and ${sessionEnd} < ${before} and last_seen_at > app_user.visited_at)`,
      },
      once: sql`exists (select from app_user where app_user.id = user_id and visited_at >= last_seen_at)`,
    },
  ],
  orders: (before) => [{ table: 'ask', when: sql`ended_at < ${before}` }],
  reminders: (before) => [{ table: 'reminder_sent', when: sql`anchor_at < ${before}` }],
  'mailed-links': (before) => [{ table: 'mail_token', when: sql`coalesce(used_at, expires_at) < ${before}` }],
  playdates: (before) => [
    {
      table: 'playdate',
      when: sql`status = 'accepted' and accepted_time < ${before}
        and accepted_time + make_interval(mins => duration_minutes) < ${before}`,
      batch: 500,
    },
  ],
  notices: (before) => [
    { table: 'notification', when: sql`created_at < ${before} and touched_at < ${before}` },
  ],
  // `expires_at` already has the kept time in it.
  'known-devices': () => [{ table: 'known_device', when: sql`expires_at < now()` }],
  reports: (before) => [
    { table: 'report', when: sql`closed_at < ${before}` },
    {
      table: 'decision',
      // Not while it is in force or under appeal, nor before the reports that it closed.
      when: sql`created_at < ${before}
        and (exists (select from decision later where later.replaces = decision.id)
          or coalesce(until, '-infinity') < ${before} and appealed_at is null and not ${isShutOut})
        and ${inNo('report', 'decision_id', 'decision.id')}`,
    },
  ],
  'group-places': (before) => [
    { table: 'group_membership', when: sql`status = 'rejected' and updated_at < ${before}` },
  ],
  'grown-ups': (before) => [{ table: 'guardianship', when: sql`until < ${before}` }],
  'empty-groups': (before) => [
    {
      table: 'caregiver_group',
      when: sql`empty_since < ${before} and not ${hasMembers}
        and ${inNo('report', 'subject_group_id', 'caregiver_group.id')}
        and ${inNo('decision', 'subject_group_id', 'caregiver_group.id')}`,
      first: {
        table: 'caregiver_group',
        set: sql`empty_since = case when not ${hasMembers} then now() end`,
        when: sql`(empty_since is null) = (not ${hasMembers})`,
      },
    },
  ],
  registrations: (before) => [
    {
      table: 'app_user',
      set: sql`query_params = '[]', invite_hash = null, invite_connection_id = null`,
      when: sql`created_at < ${before}
        and (query_params <> '[]' or invite_hash is not null or invite_connection_id is not null)`,
    },
  ],
  'audit-log': (before) => [{ table: 'audit_log', when: sql`created_at < ${before}` }],
  bars: () => [{ table: 'barred', when: sql`until < now()` }],
  // Blocks of accounts that left, by their number. If one came back by it, the block stays for good.
  blocks: (before) => [{ table: 'block', when: sql`blocked_id is null and gone_at < ${before}` }],
  tokens: (before) => [
    { table: 'access_token', when: sql`expires_at < ${before} and used_at is not null` },
    { table: 'refresh_token', when: sql`expires_at < ${before}` },
    { table: 'websocket_ticket', when: sql`expires_at < ${before}` },
  ],
  // Until then, the pair that replaced them can be asked for again, in case it never arrived.
  'replaced-tokens': (before) => [
    { table: 'refresh_token', when: sql`replaced_at < ${before}` },
    { table: 'access_token', when: sql`expires_at < ${before}` },
  ],
  limits: (before) => [{ table: 'rate_limit', when: sql`expire < extract(epoch from ${before}) * 1000` }],
  replies: (before) => [{ table: 'idempotency_key', when: sql`created_at < ${before}` }],
  'push-devices': (before) => [{ table: 'push_subscription', when: sql`expired_at < ${before}` }],
  'crash-reports': (before) => [{ table: 'crash_report', when: sql`created_at < ${before}` }],
  'payment-events': (before) => [{ table: 'billing_event', when: sql`handled_at < ${before}` }],
  husks: () => [
    {
      table: 'child',
      when: sql`deleted_at is not null and ${inNo('playdate_child', 'child_id', 'child.id')}`,
    },
    {
      table: 'caregiver',
      when: sql.join(
        [
          sql`deleted_at is not null`,
          inNo('child', 'caregiver_id', 'caregiver.id'),
          inNo('playdate_caregiver', 'caregiver_id', 'caregiver.id'),
          inNo('playdate_child', 'caregiver_id', 'caregiver.id'),
          inNo('playdate_child', 'acted_by', 'caregiver.id'),
          inNo('playdate', 'owner_id', 'caregiver.id'),
          inNo('playdate', 'last_submitted_by', 'caregiver.id'),
          inNo('playdate', 'copy_for', 'caregiver.id'),
          inNo('chat_room', 'recipient_id', 'caregiver.id'),
          inNo('report', 'subject_caregiver_id', 'caregiver.id'),
          inNo('report', 'reporter_id', 'caregiver.id'),
          inNo('decision', 'subject_caregiver_id', 'caregiver.id'),
        ],
        sql` and `,
      ),
    },
  ],
}

export const over = Object.fromEntries(
  Object.entries(conditions).map(([kind, rowsOf]) => [kind, rowsOf(ago(kind as SweptKind))]),
) as Record<SweptKind, readonly Over[]>

/** The tables that have no kind of their own, and what their rows are deleted with or by. */
export const goesOtherwise: Record<string, string> = {
  app_secret: 'keys of the installation, of nobody',
  schema_migration: 'which migrations ran',
  consent: 'with its account',
  away_child: 'with its days away',
  child_note: 'with its child, or when it is emptied',
  passkey: 'with its account',
  totp: 'with its account',
  recovery_code: 'with its account',
  calendar_feed: 'with its profile, or when it ends',
  ask_step: 'with its order',
  playdate_caregiver: 'with its playdate',
  playdate_child: 'with its playdate',
  waiting_place: 'when its event begins or is off, each minute, or with it',
  chat_room: 'with its playdate',
  message: 'with its playdate',
  chat_read: 'with its playdate',
  pod: 'with its group',
  pod_child: 'with the membership',
  mute: 'with either of the two, or the chat',
  file: 'nightly, by sweep-files, once neither a child nor a report holds it',
  billing_customer: 'once the payment provider has forgotten an erased account, by its job',
  demo_subscription: 'books of the demo, which name nobody',
}
