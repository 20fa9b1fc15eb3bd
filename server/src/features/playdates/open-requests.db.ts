import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { looksAt, standsThere } from '#features/visibility/playdates.db.ts'

export interface RequestPair {
  from: string
  to: string
}

/** Makes other transactions wait to create an event of this owner's until this one ends. */
export async function lockEventsOf(db: Db, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`events ${owner}`}, 0))`.execute(db)
}

/** Counts a series once, whatever the number of its dates. */
const countOfPlans = sql<number>`count(distinct coalesce(playdate.series_id, playdate.id))::int`.as('count')

/** Counts upcoming events to which `from` invited each of `to`, whatever they answered. Returns the highest count. */
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

/** Makes other transactions wait to create a request of one to the other until this one ends. */
export async function lockRequestsTo(db: Db, { from, to }: RequestPair): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`request ${from} ${to}`}, 0))`.execute(db)
}

/** Counts open requests, whichever side's turn it is. */
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
    // Helpers see no requests.
    .where(standsThere('mine'))
    .where('mine.role', '=', 'guardian')
    .where('mine.playdate_status', '=', 'pending')
    .where('mine.side', '=', 'owner')
    .where('theirs.caregiver_id', '=', to)
    .where('theirs.side', '=', 'recipient')
    // A confirmed playdate has at most one request for another time, which either side may make.
    .where('playdate.replaces_id', 'is', null),
)
