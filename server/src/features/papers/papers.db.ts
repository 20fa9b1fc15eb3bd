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

/** Lists the versions that count on that day, the newest first. */
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

/** Returns the next users, by id, without a consent for that version of at least one of the papers. */
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

/** Records the notified users. Returns those whom no other process recorded meanwhile. */
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
