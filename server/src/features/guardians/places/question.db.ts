import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { type NameRow, nameOf } from '#features/visibility/names.db.ts'
import { childrenOfGuardian, isGuardian } from '#features/visibility/visibility.db.ts'

export interface AskedChildRow {
  id: string
  first_name: string
}

/**
 * The first child of a caregiver who registered at least a week ago and wasn't asked before, unless it has another
 * guardian, now or soon, or an open link.
 */
export async function findChildToAskAbout(db: Db, caregiverId: string): Promise<AskedChildRow | undefined> {
  const [row] = await childrenToAskAbout(db, { caregiverId })
  return row
}

const childrenToAskAbout = prepared((db, { caregiverId }: { caregiverId: string }) =>
  db
    .selectFrom('child')
    .innerJoin('caregiver', (join) => join.on('caregiver.id', '=', caregiverId))
    .innerJoin('app_user', 'app_user.id', 'caregiver.user_id')
    .where('caregiver.grown_up_asked_at', 'is', null)
    .where('app_user.created_at', '<=', sql<Date>`now() - interval '7 days'`)
    .where(
      'child.id',
      '=',
      sql<string>`(
        select first.id from child first
        where first.id in ${childrenOfGuardian(caregiverId)} and first.deleted_at is null
        order by first.id limit 1)`,
    )
    .where(
      sql<boolean>`not exists (
        select from guardianship other
        where other.child_id = child.id and other.caregiver_id <> ${caregiverId} and other.role = 'guardian'
          and (other.until is null or other.until > now()))`,
    )
    .where(
      sql<boolean>`not exists (
        select from guardian_invite
        where guardian_invite.child_id = child.id and status in ('sent', 'accepted')
          and least(expires_at, help_until) > now())`,
    )
    .select(['child.id', 'child.first_name']),
)

export async function markAsked(db: Db, caregiverId: string): Promise<void> {
  await db
    .updateTable('caregiver')
    .set({ grown_up_asked_at: sql<Date>`now()` })
    .where('id', '=', caregiverId)
    .where('grown_up_asked_at', 'is', null)
    .execute()
}

/** An invite of the caregiver's that a user with a profile accepted. */
export interface OpenedRow {
  child_id: string
  invitee: NameRow
}

/** The one that has waited longest to be confirmed. */
export async function findOpenedInvite(db: Db, caregiverId: string): Promise<OpenedRow | undefined> {
  const [row] = await openedInvites(db, { caregiverId })
  return row
}

const openedInvites = prepared((db, { caregiverId }: { caregiverId: string }) =>
  db
    .selectFrom('guardian_invite')
    .innerJoin('caregiver as invitee', 'invitee.user_id', 'guardian_invite.invitee_user_id')
    .where('guardian_invite.invited_by', '=', caregiverId)
    .where('guardian_invite.status', '=', 'accepted')
    .where(sql<boolean>`least(guardian_invite.expires_at, guardian_invite.help_until) > now()`)
    .where((eb) => isGuardian(caregiverId, eb.ref('guardian_invite.child_id')))
    .select(['guardian_invite.child_id', nameOf('invitee').as('invitee')])
    .orderBy('guardian_invite.id')
    .limit(1),
)
