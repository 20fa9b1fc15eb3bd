import type { Db } from '#db/db.ts'
import { type NameRow, nameOf } from './names.db.ts'
import { areApart, areConnected } from './visibility.db.ts'

/** A child with its caregiver's name, without its hours. */
export interface VisibleChildRow {
  id: string
  first_name: string
  last_name_initial: string
  grade: string | null
  photo: string | null
  school: string | null
  caregiver: NameRow
}

/** Whosever children, but of who is apart; which of them the viewer may see is for the caller to say. */
export function visibleChildren(db: Db, viewer: string) {
  return db
    .selectFrom('child')
    .innerJoin('caregiver', 'caregiver.id', 'child.caregiver_id')
    .where('child.deleted_at', 'is', null)
    .where(({ not, ref }) => not(areApart(viewer, ref('child.caregiver_id'))))
    .select((eb) => [
      'child.id',
      'child.first_name',
      'child.last_name_initial',
      'child.grade',
      'child.photo',
      // Schools are for connections only.
      eb
        .case()
        .when(areConnected(viewer, eb.ref('child.caregiver_id')))
        .then(eb.ref('child.school'))
        .end()
        .as('school'),
      nameOf('caregiver').as('caregiver'),
    ])
    .orderBy('caregiver.name')
    .orderBy('child.id')
}
