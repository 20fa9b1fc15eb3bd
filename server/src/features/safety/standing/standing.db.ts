import type { DecisionKind } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import type { Language } from '@tagalong/contract/values/language.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isPaused } from '#features/visibility/standing.ts'

/** The latest decision about a user or their profile. */
export interface OwnDecisionRow {
  id: string
  kind: DecisionKind
  words: string | null
  created_at: Date
  appealed_at: Date | null
}

const isReplaced = sql<boolean>`exists (select from decision later where later.replaces = decision.id)`

function decisionsAbout(db: Db, userId: string) {
  return db
    .selectFrom('decision')
    .leftJoin('caregiver', 'caregiver.id', 'decision.subject_caregiver_id')
    .where(({ or, eb }) =>
      or([eb('caregiver.user_id', '=', userId), eb('decision.subject_user_id', '=', userId)]),
    )
}

function latestOf(db: Db, userId: string) {
  return decisionsAbout(db, userId)
    .where(sql<boolean>`not ${isReplaced}`)
    .select(['decision.id', 'decision.kind', 'decision.words', 'decision.created_at', 'decision.appealed_at'])
    .orderBy('decision.created_at', 'desc')
    .orderBy('decision.id', 'desc')
    .limit(1)
    .$castTo<OwnDecisionRow>()
}

export function findOwnDecision(db: Db, userId: string): Promise<OwnDecisionRow | undefined> {
  return latestOf(db, userId).executeTakeFirst()
}

/** What the user wrote against decisions, newest first. */
export function listOwnAppeals(db: Db, userId: string): Promise<{ words: string; appealed_at: Date }[]> {
  return decisionsAbout(db, userId)
    .where('decision.appeal', 'is not', null)
    .select(['decision.appeal as words', 'decision.appealed_at'])
    .orderBy('decision.appealed_at', 'desc')
    .$castTo<{ words: string; appealed_at: Date }>()
    .execute()
}

/**
 * When the current pause began, through all decisions that prolonged it or left it unchanged; the epoch if none of them
 * is kept any more.
 */
export async function findPauseBegin(db: Db, userId: string): Promise<Date> {
  const { rows } = await sql<{ begin: Date | null }>`
    with recursive pausing as (
      select latest.kind, latest.created_at, latest.replaces, latest.created_at as paused_at
      from (${latestOf(db, userId).select('decision.replaces')}) latest
      union all
      select earlier.kind, earlier.created_at, earlier.replaces,
        case earlier.kind when 'warn' then pausing.paused_at else earlier.created_at end
      from pausing join decision earlier on earlier.id = pausing.replaces
      where earlier.kind = 'warn' or earlier.kind in ('suspend', 'close')
        and coalesce(earlier.until, 'infinity') > pausing.paused_at)
    select min(created_at) as begin from pausing where kind in ('suspend', 'close')`.execute(db)
  return rows[0]?.begin ?? new Date(0)
}

/** Locks the latest decision: nobody replaces it until the transaction ends. */
export function lockOwnDecision(db: Db, userId: string): Promise<OwnDecisionRow | undefined> {
  return latestOf(db, userId).forNoKeyUpdate('decision').executeTakeFirst()
}

/** False if there is an appeal or a later decision by now. The decision is locked already. */
export async function updateAppeal(
  db: Db,
  id: string,
  { words, now }: { words: string; now: Date },
): Promise<boolean> {
  const changed = await db
    .updateTable('decision')
    .set({ appeal: words, appealed_at: now })
    .where('id', '=', id)
    .where('appealed_at', 'is', null)
    .where(sql<boolean>`not ${isReplaced}`)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export interface StandingRow {
  standing: 'good' | 'suspended' | 'closed'
  /** Null if the account is good, or until a pause is lifted. */
  until: Date | null
}

export async function findStanding(db: Db, userId: string): Promise<StandingRow> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where(isPaused)
    .select([
      sql<StandingRow['standing']>`standing`.as('standing'),
      sql<Date | null>`nullif(standing_until, 'infinity')`.as('until'),
    ])
    .executeTakeFirst()
  return row ?? { standing: 'good', until: null }
}

export interface DecisionMailRow {
  kind: DecisionKind
  words: string | null
  until: Date | null
  /** The name of the group it is about. */
  group: string | null
  email: string
  language: Language
  zone: string
}

/** What the user is mailed of the decision; undefined if they are gone, no group admin now, or another one counts. */
export function findDecisionMail(
  db: Db,
  { decision, user }: { decision: string; user: string },
): Promise<DecisionMailRow | undefined> {
  return db
    .selectFrom('app_user')
    .innerJoin('decision', (join) => join.on('decision.id', '=', decision))
    .leftJoin('caregiver', 'caregiver.user_id', 'app_user.id')
    .leftJoin('caregiver_group', 'caregiver_group.id', 'decision.subject_group_id')
    .where('app_user.id', '=', user)
    .where(({ not }) => not(isReplaced))
    .where(
      sql<boolean>`(decision.subject_group_id is null or exists (
        select from group_membership
        where group_id = decision.subject_group_id and caregiver_id = caregiver.id
          and status = 'approved' and is_group_admin))`,
    )
    .select([
      'decision.kind',
      'decision.words',
      'decision.until',
      'caregiver_group.name as group',
      'app_user.email',
      'app_user.language',
      sql<string>`coalesce(caregiver.time_zone, 'UTC')`.as('zone'),
    ])
    .$castTo<DecisionMailRow>()
    .executeTakeFirst()
}

/** The users of these caregivers. */
export async function listUsersOf(db: Db, caregiverIds: readonly string[]): Promise<string[]> {
  if (caregiverIds.length === 0) return []
  const rows = await db
    .selectFrom('caregiver')
    .where('id', 'in', [...caregiverIds])
    .where('user_id', 'is not', null)
    .select(sql<string>`user_id`.as('user_id'))
    .execute()
  return rows.map(({ user_id }) => user_id)
}
