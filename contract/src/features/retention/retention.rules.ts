import { m, type Text } from '../../messages.ts'

/** The four retention periods, as PostgreSQL reads them. */
export const spans = {
  day: { length: '24 hours', words: m.retention_day },
  quarter: { length: '90 days', words: m.retention_quarter },
  year: { length: '12 months', words: m.retention_year },
  twoYears: { length: '24 months', words: m.retention_two_years },
} as const satisfies Record<string, { length: string; words: Text }>

export type Span = keyof typeof spans

/** What is kept and for how long. The sweep deletes by this table, and users can read it. */
export const kept = {
  'phone-codes': { span: 'day', words: m.retention_phone_codes },
  away: { span: 'day', words: m.retention_away },
  'sign-in-steps': { span: 'day', words: m.retention_sign_in_steps },
  'came-to-nothing': { span: 'quarter', words: m.retention_came_to_nothing },
  invitations: { span: 'quarter', words: m.retention_invitations },
  'grown-up-invites': { span: 'quarter', words: m.retention_grown_up_invites },
  'unclaimed-profiles': { span: 'quarter', words: m.retention_unclaimed_profiles },
  'accounts-without-profile': { span: 'quarter', words: m.retention_without_profile },
  broadcasts: { span: 'quarter', words: m.retention_broadcasts },
  sessions: { span: 'quarter', words: m.retention_sessions },
  orders: { span: 'quarter', words: m.retention_orders },
  reminders: { span: 'quarter', words: m.retention_reminders },
  'mailed-links': { span: 'quarter', words: m.retention_mailed_links },
  playdates: { span: 'year', words: m.retention_playdates },
  notices: { span: 'year', words: m.retention_notices },
  'known-devices': { span: 'year', words: m.retention_known_devices },
  reports: { span: 'year', words: m.retention_reports },
  'group-places': { span: 'year', words: m.retention_group_places },
  'grown-ups': { span: 'year', words: m.retention_grown_ups },
  'empty-groups': { span: 'year', words: m.retention_empty_groups },
  registrations: { span: 'year', words: m.retention_registrations },
  'audit-log': { span: 'twoYears', words: m.retention_audit_log },
  bars: { span: 'twoYears', words: m.retention_bars },
  blocks: { span: 'twoYears', words: m.retention_blocks },
  'unvisited-accounts': { span: 'twoYears', words: m.retention_unvisited },
} as const satisfies Record<string, { span: Span; words: Text }>

export type Kept = keyof typeof kept

/** Internal data, each kept for its own time; `retention_besides` describes it to users. */
export const besides = {
  /** Access and refresh tokens, websocket tickets. */
  tokens: { length: '0 days' },
  /** Reuse of a replaced token gives a thief away, and a pair that never arrived can be fetched again. */
  'replaced-tokens': { length: '7 days' },
  /** Counters of limits. */
  limits: { length: '0 days' },
  /** Stored answers for repeated calls. */
  replies: { length: '24 hours' },
  /** Subscriptions that their push services no longer know. */
  'push-devices': { length: '30 days' },
  'crash-reports': { length: '30 days' },
  /** Recognises billing events that the payment provider sends again. */
  'payment-events': { length: '60 days' },
  /** What others' playdates still need of erased children and accounts. */
  husks: { length: '0 days' },
} as const satisfies Record<string, { length: string }>

export type Besides = keyof typeof besides

/** Returns how long it is kept once its time begins, as a PostgreSQL interval. */
export function lengthOf(kind: Kept | Besides): string {
  return kind in kept ? spans[kept[kind as Kept].span].length : besides[kind as Besides].length
}
