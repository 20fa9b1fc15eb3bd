import type { Role } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameForIfAny } from '#features/visibility/names.db.ts'

/** A place that the caregiver has, had or will have. */
export interface OwnPlaceRow {
  /** Its first name; null unless the place is live. */
  child: string | null
  role: Role
  since: Date
  until: Date | null
  shares_places: boolean
  addedBy: NameRow | null
  /** The administrator's reason for a change. */
  reason: string | null
}

export function listOwnPlaces(db: Db, caregiverId: string): Promise<OwnPlaceRow[]> {
  return db
    .selectFrom('guardianship')
    .innerJoin('child', 'child.id', 'guardianship.child_id')
    .leftJoin('caregiver as adder', 'adder.id', 'guardianship.added_by')
    .where('guardianship.caregiver_id', '=', caregiverId)
    .select([
      sql<string | null>`case when guardianship.since <= now()
        and coalesce(place_ends(guardianship), 'infinity') > now() then child.first_name end`.as('child'),
      sql<Role>`guardianship.role`.as('role'),
      'guardianship.since',
      sql<Date | null>`place_ends(guardianship)`.as('until'),
      'guardianship.shares_places',
      nameForIfAny(caregiverId, 'adder').as('addedBy'),
      'guardianship.reason',
    ])
    .orderBy('guardianship.since')
    .orderBy('guardianship.child_id')
    .execute()
}

/** A link that the caregiver made for another grown-up. */
export interface OwnLinkRow {
  label: string
  role: Role
  status: string
  created_at: Date
}

export function listOwnLinks(db: Db, caregiverId: string): Promise<OwnLinkRow[]> {
  return db
    .selectFrom('guardian_invite')
    .where('invited_by', '=', caregiverId)
    .select(['label', sql<Role>`role`.as('role'), 'status', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
