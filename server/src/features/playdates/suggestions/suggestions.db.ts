import { sql } from 'kysely'
import { prepared } from '#db/prepared.ts'
import { looksAt, placesOf, sightOf } from '#features/visibility/playdates.db.ts'

/** Over `playdate`: true if one of the children goes; guests of an event only after a yes. */
const goesThere = (children: readonly string[]) => sql<boolean>`exists (
  select from playdate_child
  where playdate_id = playdate.id and child_id = any((select ${children}::uuid[])::uuid[])
    and (playdate.type = 'single' or side = 'owner' or response = 'accepted'))`

/**
 * Lists confirmed playdates of own children between two moments, whoever arranged them. `is_together` is true if the
 * viewer sees some of the others there.
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
          select playdate_id from playdate_child where child_id = any((select ${value.own}::uuid[])::uuid[])))`,
      )
      .where(goesThere(value.own))
      .where('status', '=', 'accepted')
      .where('accepted_time', '>=', value.from)
      .where('accepted_time', '<', value.to)
      .where(sql<boolean>`playdate.id is distinct from ${value.except}::uuid`)
      .select([
        sql<Date>`accepted_time`.as('accepted_time'),
        'duration_minutes',
        sql<boolean>`${goesThere(value.others)}
          and exists (
            select from playdate_caregiver mine
            where mine.playdate_id = playdate.id and mine.caregiver_id = ${value.viewer} and ${looksAt('mine')}
              and ${sightOf(placesOf(value.viewer), 'mine')} <> 'nameless')`.as('is_together'),
      ]),
)
