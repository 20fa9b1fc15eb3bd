import type { TestApp } from './app.ts'
import { addGroup, addParent, addPerson, type Group, type Parent, type Person } from './world.ts'

export interface AdministeredGroup {
  admin: Person
  /** Not in the group. */
  anna: Parent
  /** With the pods Room 12 and Room 14. */
  maple: Group
}

/** Empties the database, and adds an administrator, a family, and a group without members. */
export async function resetToGroup(t: TestApp): Promise<AdministeredGroup> {
  await t.reset()
  return {
    admin: await addPerson(t.database, { isAdmin: true }),
    anna: await addParent(t.database, { name: 'Anna' }),
    maple: await addGroup(t.database, { name: 'Maple', pods: ['Room 12', 'Room 14'] }),
  }
}
