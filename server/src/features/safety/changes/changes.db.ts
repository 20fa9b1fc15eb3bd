import type { PlaceAction } from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameFor } from '#features/visibility/names.db.ts'
import { isGuardian } from '#features/visibility/visibility.db.ts'

/** An administrator's change of a grown-up's place, until the place changes again. */
export interface ChangeRow {
  childId: string
  /** The caregiver whose place it is, as the viewer is shown them. */
  caregiver: NameRow
  isOwn: boolean
  action: PlaceAction
  at: Date
  /** The administrator's reason; null if the place isn't the viewer's. */
  reason: string | null
  /** Null once their account is gone. */
  administrator: { userId: string; caregiverId: string | null } | null
  /** The targets of the viewer's open reports about persons. */
  reported: string[]
}

/** For the caregiver whose place it is, and the child's guardians. */
export async function findChange(
  db: Db,
  viewer: string,
  { childId, caregiverId }: { childId: string; caregiverId: string },
): Promise<ChangeRow | undefined> {
  const row = await db
    .selectFrom('guardianship')
    .innerJoin('child', (join) =>
      join.onRef('child.id', '=', 'guardianship.child_id').on('child.deleted_at', 'is', null),
    )
    .innerJoin('caregiver', 'caregiver.id', 'guardianship.caregiver_id')
    .leftJoin('app_user as doer', 'doer.id', 'guardianship.ended_by')
    .leftJoin('caregiver as profile', 'profile.user_id', 'doer.id')
    .where('guardianship.child_id', '=', childId)
    .where('guardianship.caregiver_id', '=', caregiverId)
    .where('guardianship.reason', 'is not', null)
    .where((eb) => eb.or([eb('guardianship.caregiver_id', '=', viewer), isGuardian(viewer, eb.val(childId))]))
    .select([
      'guardianship.child_id as childId',
      nameFor(viewer, 'caregiver').as('caregiver'),
      sql<boolean>`guardianship.caregiver_id = ${viewer}`.as('isOwn'),
      sql<PlaceAction>`case when guardianship.until is null then 'restore' else 'end' end`.as('action'),
      sql<Date>`coalesce(place_ends(guardianship), guardianship.since)`.as('at'),
      sql<string | null>`case when guardianship.caregiver_id = ${viewer} then guardianship.reason end`.as(
        'reason',
      ),
      'doer.id as user_id',
      'profile.id as profile_id',
      sql<string[]>`array(
        select report.target_id::text from report
        where report.reporter_id = ${viewer} and report.kind = 'person' and report.closed_at is null)`.as(
        'reported',
      ),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { user_id: userId, profile_id: profileId, ...change } = row
  return { ...change, administrator: userId === null ? null : { userId, caregiverId: profileId } }
}
