import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { looksAt, standsThere } from '#features/visibility/playdates.db.ts'

export interface RequestPair {
  from: string
  to: string
}

/** Events of one are made one after the other from here to the end of the transaction. */
export async function lockEventsOf(db: Db, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`events ${owner}`}, 0))`.execute(db)
}

/** The dates of a series count once. */
const countOfPlans = sql<number>`count(distinct coalesce(playdate.series_id, playdate.id))::int`.as('count')

/** How many events of one are ahead of whoever of the others has most, whatever they answered. */
export async function countEventsAhead(
  db: Db,
  { from, to, now }: { from: string; to: readonly string[]; now: Date },
): Promise<number> {
  const max = await db
    .selectFrom('playdate_caregiver as mine')
    .innerJoin('playdate', 'playdate.id', 'mine.playdate_id')
    .innerJoin('playdate_caregiver as theirs', 'theirs.playdate_id', 'mine.playdate_id')
    .select(countOfPlans)
    .where('mine.caregiver_id', '=', from)
    .where(looksAt('mine'))
    .where('mine.playdate_status', '=', 'accepted')
    .where('mine.side', '=', 'owner')
    .where('playdate.type', '=', 'group')
    .where('playdate.accepted_time', '>', now)
    .where('theirs.caregiver_id', 'in', to)
    .where('theirs.side', '=', 'recipient')
    .groupBy('theirs.caregiver_id')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst()
  return max?.count ?? 0
}

/** Requests of one to the other are made one after the other from here to the end of the transaction. */
export async function lockRequestsTo(db: Db, { from, to }: RequestPair): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`request ${from} ${to}`}, 0))`.execute(db)
}

/** Whoever's turn it is. */
export async function countOpenRequests(db: Db, pair: RequestPair): Promise<number> {
  const [row] = await openRequests(db, pair)
  return row?.count ?? 0
}

const openRequests = prepared((db, { from, to }: RequestPair) =>
  db
    .selectFrom('playdate_caregiver as theirs')
    .innerJoin('playdate_caregiver as mine', 'mine.playdate_id', 'theirs.playdate_id')
    .innerJoin('playdate', 'playdate.id', 'theirs.playdate_id')
    .select(countOfPlans)
    .where('mine.caregiver_id', '=', from)
    // A helper looks at no request.
    .where(standsThere('mine'))
    .where('mine.role', '=', 'guardian')
    .where('mine.playdate_status', '=', 'pending')
    .where('mine.side', '=', 'owner')
    .where('theirs.caregiver_id', '=', to)
    .where('theirs.side', '=', 'recipient')
    // There is one at a time for what is confirmed, and either side may ask.
    .where('playdate.replaces_id', 'is', null),
)
