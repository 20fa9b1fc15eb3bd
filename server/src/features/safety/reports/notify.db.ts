import type { Language } from '@tagalong/contract/values/language.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { mayReadDecision, mayReadReport, subjectOf } from '#features/visibility/sides.db.ts'
import { isPaused } from '#features/visibility/standing.ts'

function administrators(db: Db) {
  return db
    .selectFrom('app_user')
    .leftJoin('caregiver', 'caregiver.user_id', 'app_user.id')
    .where('app_user.is_admin', '=', true)
    .where(sql<boolean>`not ${isPaused}`)
}

/** The users of all administrators whose accounts are good. */
export async function listAdministrators(db: Db): Promise<string[]> {
  const rows = await administrators(db).select('app_user.id').execute()
  return rows.map(({ id }) => id)
}

const own = { userId: sql<string | null>`app_user.id`, caregiverId: sql<string | null>`caregiver.id` }

/** Those of them who may read the report. */
export async function listReaders(db: Db, reportId: string): Promise<string[]> {
  const rows = await administrators(db)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('report')
          .select('report.id')
          .where('report.id', '=', reportId)
          .where(mayReadReport(own)),
      ),
    )
    .select('app_user.id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Takes the reports of children in danger that nobody has opened and that administrators weren't notified of after
 * `since`. They count as notified from now on.
 */
export async function takeUnopened(db: Db, { since, now }: { since: Date; now: Date }): Promise<string[]> {
  const rows = await db
    .updateTable('report')
    .set({ told_at: now })
    .where('reason', '=', 'danger')
    .where('opened_at', 'is', null)
    .where('closed_at', 'is', null)
    .where(subjectOf('report'), 'is not', null)
    .where('told_at', '<=', since)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface AdministratorRow {
  id: string
  zone: string
  /** Whether something waits that they may read. */
  is_awaited: boolean
  mailed_on: string | null
}

export function listAwaited(db: Db): Promise<AdministratorRow[]> {
  return administrators(db)
    .select((eb) => [
      'app_user.id',
      sql<string>`coalesce(caregiver.time_zone, 'UTC')`.as('zone'),
      sql<string | null>`app_user.reports_mailed_on`.as('mailed_on'),
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('report')
              .select('report.id')
              .where('closed_at', 'is', null)
              .where(mayReadReport(own)),
          ),
          eb.exists(
            eb
              .selectFrom('decision')
              .select('decision.id')
              .where(hasUnreadAppeal)
              .where(mayReadDecision(own)),
          ),
        ])
        .as('is_awaited'),
    ])
    .$castTo<AdministratorRow>()
    .execute()
}

/** True if there is an appeal against the decision and no later decision replaced it, over `decision`. */
export const hasUnreadAppeal: RawBuilder<boolean> = sql<boolean>`(decision.appealed_at is not null
  and not exists (select from decision later where later.replaces = decision.id))`

/** True if something waits that no administrator may read. */
export async function hasUnreadable(db: Db): Promise<boolean> {
  const reports = db
    .selectFrom('report')
    .select('report.id')
    .where('closed_at', 'is', null)
    .where(subjectOf('report'), 'is not', null)
    .where(({ not, exists }) =>
      not(exists(administrators(db).select('app_user.id').where(mayReadReport(own)))),
    )
  const appeals = db
    .selectFrom('decision')
    .select('decision.id')
    .where(hasUnreadAppeal)
    .where(subjectOf('decision'), 'is not', null)
    .where(({ not, exists }) =>
      not(exists(administrators(db).select('app_user.id').where(mayReadDecision(own)))),
    )
  return (await reports.unionAll(appeals).limit(1).executeTakeFirst()) !== undefined
}

/** False if they were mailed already on that day of theirs. */
export async function markMailed(db: Db, userId: string, day: string): Promise<boolean> {
  const marked = await db
    .updateTable('app_user')
    .set({ reports_mailed_on: day })
    .where('id', '=', userId)
    .where(sql<boolean>`reports_mailed_on is distinct from ${day}::date`)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** The administrator a mail goes to; undefined if they are no longer one, or their account is paused. */
export function findReader(
  db: Db,
  userId: string,
): Promise<{ email: string; language: Language } | undefined> {
  return administrators(db)
    .where('app_user.id', '=', userId)
    .select(['app_user.email', sql<Language>`app_user.language`.as('language')])
    .executeTakeFirst()
}
