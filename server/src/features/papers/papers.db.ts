import type { Paper } from '@tagalong/contract/features/papers/papers.rules.ts'
import type { Db } from '#db/db.ts'

/** `version`: the day that it counts from, such as `2026-11-23`. */
export interface PaperVersion {
  paper: Paper
  version: string
}

export async function insertRegistered(
  db: Db,
  userId: string,
  versions: readonly PaperVersion[],
): Promise<void> {
  await db
    .insertInto('consent')
    .values(versions.map((each) => ({ ...each, user_id: userId, how: 'registered' })))
    .execute()
}

export interface ConsentRow extends PaperVersion {
  at: Date
}

/** The versions that count on that day, the newest first. */
export function listConsentRows(
  db: Db,
  { userId, today }: { userId: string; today: string },
): Promise<ConsentRow[]> {
  return db
    .selectFrom('consent')
    .select(['paper', 'version', 'at'])
    .where('user_id', '=', userId)
    .where('consent.version', '<=', today)
    .orderBy('consent.version', 'desc')
    .orderBy('paper', 'desc')
    .$castTo<ConsentRow>()
    .execute()
}

/** The next users who don't know that version of each of the papers, by their ids. */
export async function listUnnotified(
  db: Db,
  {
    papers,
    version,
    after,
    limit,
  }: { papers: readonly Paper[]; version: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '>', after)
    .where((eb) =>
      eb(
        eb
          .selectFrom('consent')
          .select((count) => count.fn.countAll<number>().as('known'))
          .whereRef('consent.user_id', '=', 'app_user.id')
          .where('paper', 'in', papers)
          .where('version', '=', version),
        '<',
        papers.length,
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Answers who was not notified by another process meanwhile. */
export async function insertNotified(
  db: Db,
  { userIds, papers, version }: { userIds: readonly string[]; papers: readonly Paper[]; version: string },
): Promise<string[]> {
  const rows = userIds.flatMap((user_id) =>
    papers.map((paper) => ({ user_id, paper, version, how: 'notified' })),
  )
  const inserted = await db
    .insertInto('consent')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return [...new Set(inserted.map(({ user_id }) => user_id))]
}
