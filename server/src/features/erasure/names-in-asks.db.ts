import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { withoutNames } from './names-in-text.ts'

/**
 * Takes the children's first names out of the places of orders that are for them or ask them: the next request would say
 * them. The orders are locked.
 */
export async function eraseNamesInAsks(db: Db, ids: readonly string[]): Promise<void> {
  for (const ask of await listNamedPlaces(db, ids)) {
    const nameless = (place: string | null) => place && withoutNames(place, ask.names)
    await setPlaces(db, {
      id: ask.id,
      location1: nameless(ask.location1),
      location2: nameless(ask.location2),
      location3: nameless(ask.location3),
    })
  }
}

/** An order's places, with names that are to leave them. */
interface NamedPlaces {
  id: string
  location1: string | null
  location2: string | null
  location3: string | null
  names: string[]
}

/**
 * The orders that are for one of these children or ask it, with their names, now and then, none of which another child
 * there bears.
 */
async function listNamedPlaces(db: Db, childIds: readonly string[]): Promise<NamedPlaces[]> {
  const ids = sql`any(${[...childIds]}::uuid[])`
  const { rows } = await sql<NamedPlaces>`
    with concerned as (
      select id from ask
      where own_children && ${[...childIds]}::uuid[]
        and owner_id in (select caregiver_id from guardianship where child_id = ${ids})
      union
      select ask_id from ask_step where child_id = ${ids}
    ), there as (
      select id, unnest(own_children) as child_id from ask join concerned using (id)
      union
      select ask_id, child_id from ask_step join concerned on concerned.id = ask_step.ask_id
    ), called as (
      select there.id, child_id, first_name as name from there join child on child.id = there.child_id
      union
      select there.id, there.child_id, playdate_child.first_name from there
      join ask_step on ask_step.ask_id = there.id
      join playdate_child on playdate_child.playdate_id = ask_step.playdate_id
        and playdate_child.child_id = there.child_id
    )
    select ask.id, location1, location2, location3, array_agg(distinct name) as names
    from ask join called using (id)
    where child_id = ${ids} and not exists (
      select from called beside
      where beside.id = called.id and beside.name = called.name and beside.child_id <> all(${[...childIds]}::uuid[]))
    group by ask.id`.execute(db)
  return rows
}

async function setPlaces(
  db: Db,
  { id, location1, location2, location3 }: Omit<NamedPlaces, 'names'>,
): Promise<void> {
  await db.updateTable('ask').set({ location1, location2, location3 }).where('id', '=', id).execute()
}
