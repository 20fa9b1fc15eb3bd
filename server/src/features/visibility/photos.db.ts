import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { mayReadReport } from './sides.db.ts'
import { isPaused, isSignedIn } from './standing.ts'
import { seesChild } from './visibility.db.ts'

/**
 * True if the session's user may see a child with that photo (`seesChild`): their own, one that a guardian shows to
 * them, or one on a side of a playdate with them that is open or to come, unless they are apart. Administrators see
 * all. False if the session is over or the account is paused.
 */
export async function seesPhoto(db: Db, sessionId: string, photoKey: string): Promise<boolean> {
  const seen = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('caregiver', 'caregiver.user_id', 'app_user.id')
    .innerJoin('child', (join) => join.on('child.photo', '=', photoKey).on('child.deleted_at', 'is', null))
    .where('session.id', '=', sessionId)
    .where(isSignedIn)
    .where(sql<boolean>`not ${isPaused}`)
    .where((eb) =>
      eb.or([eb('app_user.is_admin', '=', true), seesChild(eb.ref('caregiver.id'), eb.ref('child.id'))]),
    )
    .select('child.id')
    .executeTakeFirst()
  return seen !== undefined
}

/** True if the session's user is an administrator who may read the report that holds this copy of a photo. */
export async function seesEvidence(db: Db, sessionId: string, photoKey: string): Promise<boolean> {
  const seen = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('caregiver', 'caregiver.user_id', 'app_user.id')
    .innerJoin('report', (join) => join.on('report.photo_key', '=', photoKey))
    .where('session.id', '=', sessionId)
    .where(isSignedIn)
    .where(sql<boolean>`not ${isPaused}`)
    .where('app_user.is_admin', '=', true)
    .where((eb) => mayReadReport({ userId: eb.ref('app_user.id'), caregiverId: eb.ref('caregiver.id') }))
    .select('report.id')
    .executeTakeFirst()
  return seen !== undefined
}
