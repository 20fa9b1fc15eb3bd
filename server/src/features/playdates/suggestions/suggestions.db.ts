import { sql } from 'kysely'
import { prepared } from '#db/prepared.ts'
import { looksAt, placesOf, sightOf } from '#features/visibility/playdates.db.ts'

/**
 * Confirmed playdates of own children between two moments, whoever arranged them; together are those on which the viewer
 * sees some of the others.
 */
export const listConfirmed = prepared(
  (
    db,
    value: {
      viewer: string
      own: readonly string[]
      others: readonly string[]
      from: Date
      to: Date
      except: string | null
    },
  ) =>
    db
      .selectFrom('playdate')
      .where(
        sql<boolean>`playdate.id = any(array(
          select playdate_id from playdate_child where child_id = any((select ${value.own}::uuid[])::uuid[])
            and (side = 'owner' or response = 'accepted' or exists (
              select from playdate single where single.id = playdate_id and single.type = 'single'))))`,
      )
      .where('status', '=', 'accepted')
      .where('accepted_time', '>=', value.from)
      .where('accepted_time', '<', value.to)
      .where(sql<boolean>`playdate.id is distinct from ${value.except}::uuid`)
      .select([
        sql<Date>`accepted_time`.as('accepted_time'),
        'duration_minutes',
        sql<boolean>`exists (
          select from playdate_child
          where playdate_id = playdate.id and child_id = any((select ${value.others}::uuid[])::uuid[])
            and (playdate.type = 'single' or side = 'owner' or response = 'accepted'))
          and exists (
            select from playdate_caregiver mine
            where mine.playdate_id = playdate.id and mine.caregiver_id = ${value.viewer} and ${looksAt('mine')}
              and ${sightOf(placesOf(value.viewer), 'mine')} <> 'nameless')`.as('is_together'),
      ]),
)
