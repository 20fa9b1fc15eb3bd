import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameOf } from './names.db.ts'
import { areApart, areConnected, isLive } from './visibility.db.ts'

/** A child with the name of the guardian through whom it is seen, without its hours. */
export interface VisibleChildRow {
  id: string
  first_name: string
  last_name_initial: string
  grade: string | null
  photo: string | null
  school: string | null
  caregiver: NameRow
}

/**
 * Selects each child once that has a guardian in `circle`, a set of caregiver ids, ignoring guardians who are apart
 * from the viewer. The viewer's own child is seen through the viewer, any other through a guardian connected with them
 * if there is one, then by the lowest id. The caller decides which circle the viewer may see. Ordered by the guardian's
 * name.
 */
export function visibleChildren(db: Db, viewer: string, circle: RawBuilder<unknown>) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('guardianship')
        .innerJoin('child', 'child.id', 'guardianship.child_id')
        .innerJoin('caregiver', 'caregiver.id', 'guardianship.caregiver_id')
        .distinctOn('child.id')
        .where('guardianship.role', '=', 'guardian')
        .where(isLive())
        .where(sql<boolean>`guardianship.caregiver_id in ${circle}`)
        .where('child.deleted_at', 'is', null)
        .where(({ not, ref }) => not(areApart(viewer, ref('guardianship.caregiver_id'))))
        .select((each) => [
          'child.id',
          'child.first_name',
          'child.last_name_initial',
          'child.grade',
          'child.photo',
          'child.school',
          areConnected(viewer, each.ref('caregiver.id')).as('is_friends'),
          sql<boolean>`caregiver.id = ${viewer}`.as('is_viewer'),
          'caregiver.name as caregiver_name',
          nameOf('caregiver').as('caregiver'),
        ])
        .orderBy('child.id')
        .orderBy('is_viewer', 'desc')
        .orderBy('is_friends', 'desc')
        .orderBy('caregiver.id')
        .as('seen'),
    )
    .select([
      'seen.id',
      'seen.first_name',
      'seen.last_name_initial',
      'seen.grade',
      'seen.photo',
      // Schools are for connections only.
      sql<string | null>`case when seen.is_friends then seen.school end`.as('school'),
      'seen.caregiver',
    ])
    .orderBy('seen.caregiver_name')
    .orderBy('seen.id')
}
