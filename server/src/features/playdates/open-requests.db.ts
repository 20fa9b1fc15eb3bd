import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'

export interface RequestPair {
  from: string
  to: string
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
    .select(sql<number>`count(*)::int`.as('count'))
    .where('mine.caregiver_id', '=', from)
    .where('mine.playdate_status', '=', 'pending')
    .where('mine.side', '=', 'owner')
    .where('theirs.caregiver_id', '=', to)
    .where('theirs.side', '=', 'recipient'),
)
