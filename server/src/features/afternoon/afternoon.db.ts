import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { actedFor } from '#features/visibility/playdates.db.ts'
import { areApart, childrenOfGuardian, isGuardian } from '#features/visibility/visibility.db.ts'

export interface NotedChild {
  id: string
  first_name: string
  last_name_initial: string
  photo: string | null
}

export interface NoteRow extends NotedChild {
  sealed: Buffer | null
  version: number
  is_shown: boolean
}

export interface ChoiceRow {
  shows_number: boolean
  is_asked: boolean
}

/** What a caregiver offers. */
export interface Own extends ChoiceRow {
  isSetUp: boolean
  /** null for a line that can't be read */
  notes: (Omit<NoteRow, 'sealed'> & { text: string | null })[]
}

/** What is offered to a viewer now. */
export interface OfPlaydate {
  number: { name: string; phone_number: string } | undefined
  notes: { child: NotedChild; text: string }[]
  until: Date | null
}

export function findChoice(db: Db, caregiverId: string): Promise<ChoiceRow> {
  return db
    .selectFrom('caregiver')
    .select(['shows_number', sql<boolean>`afternoon_asked_at is not null`.as('is_asked')])
    .where('id', '=', caregiverId)
    .executeTakeFirstOrThrow()
}

/** Stores the choice. Calling this counts as an answer. */
export async function updateChoice(
  db: Db,
  caregiverId: string,
  showsNumber: boolean | undefined,
): Promise<void> {
  await db
    .updateTable('caregiver')
    .set({
      ...(showsNumber !== undefined && { shows_number: showsNumber }),
      afternoon_asked_at: sql<Date>`coalesce(afternoon_asked_at, now())`,
    })
    .where('id', '=', caregiverId)
    .execute()
}

/** Lists all children that the caregiver is guardian of, with or without a line. */
export function listNotes(db: Db, caregiverId: string): Promise<NoteRow[]> {
  return db
    .selectFrom('child')
    .leftJoin('child_note', 'child_note.child_id', 'child.id')
    .select([
      'child.id',
      'child.first_name',
      'child.last_name_initial',
      'child.photo',
      'child_note.sealed',
      sql<number>`coalesce(child_note.version, 0)`.as('version'),
      sql<boolean>`coalesce(child_note.is_shown, false)`.as('is_shown'),
    ])
    .where(sql<boolean>`child.id in ${childrenOfGuardian(caregiverId)}`)
    .where('child.deleted_at', 'is', null)
    .orderBy('child.id')
    .execute()
}

export async function nextVersion(db: Db): Promise<number> {
  const { rows } = await sql<{
    version: number
  }>`select nextval('child_note_version')::int as version`.execute(db)
  if (!rows[0]) throw new Error('a sequence gave no number')
  return rows[0].version
}

interface Line {
  childId: string
  sealed: Buffer
  version: number
  isShown: boolean
}

/** The child is locked, so nobody else writes the line meanwhile. */
export async function upsertNote(db: Db, { childId, sealed, version, isShown }: Line): Promise<void> {
  const line = { sealed, version, is_shown: isShown }
  await db
    .insertInto('child_note')
    .values({ child_id: childId, ...line })
    .onConflict((conflict) => conflict.column('child_id').doUpdateSet(line))
    .execute()
}

export async function deleteNotes(db: Db, childIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('child_note')
    .where('child_id', 'in', [...childIds])
    .execute()
}

/**
 * Returns the number of the grown-up of the other side who acted last, while they are still guardian of the child they
 * acted for. Only if they offer it and neither of the two is apart from the other.
 */
export function findNumber(
  db: Db,
  { playdateId, viewer, side }: { playdateId: string; viewer: string; side: 'owner' | 'recipient' },
): Promise<{ name: string; phone_number: string } | undefined> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('playdate_child')
        .select(['acted_by', 'child_id'])
        .where('playdate_id', '=', playdateId)
        .where('side', '<>', side)
        .where('acted_by', 'is not', null)
        .orderBy('acted_at', (order) => order.desc().nullsLast())
        .orderBy('child_id')
        .limit(1)
        .as('act'),
    )
    .innerJoin('caregiver', 'caregiver.id', 'act.acted_by')
    .select(['caregiver.name', 'caregiver.phone_number'])
    .where('caregiver.shows_number', '=', true)
    .where('caregiver.phone_number', '<>', '')
    .where((eb) => isGuardian(eb.ref('caregiver.id'), eb.ref('act.child_id')))
    .where((eb) => eb.not(areApart(viewer, eb.ref('caregiver.id'))))
    .executeTakeFirst()
}

/**
 * Returns the lines that are shown of the other side's children; none if the grown-up who acted for the child is apart
 * from the viewer.
 */
export function listShownNotes(
  db: Db,
  { playdateId, viewer, side }: { playdateId: string; viewer: string; side: 'owner' | 'recipient' },
): Promise<{ id: string; sealed: Buffer; version: number }[]> {
  return db
    .selectFrom('playdate_child as pair')
    .innerJoin('child_note', 'child_note.child_id', 'pair.child_id')
    .select(['pair.child_id as id', 'child_note.sealed', 'child_note.version'])
    .where('pair.playdate_id', '=', playdateId)
    .where('pair.side', '<>', side)
    .where('child_note.is_shown', '=', true)
    .where(({ not }) => not(areApart(viewer, actedFor('pair'))))
    .orderBy('pair.child_id')
    .execute()
}
