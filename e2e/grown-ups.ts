import { inDatabase } from './database.ts'
import { callAs, type Person } from './people.ts'

export async function profileOf(person: Person): Promise<string> {
  return (await callAs(person, 'GET', '/api/auth/whoami')).body.data.user.caregiverProfile._id
}

/** The second one is a guardian of the first one's child, too, since yesterday. Answers the child's id. */
export async function share(first: Person, second: Person): Promise<string> {
  const children = await callAs(first, 'GET', `/api/app/child/find-by-caregiver/${await profileOf(first)}`)
  const child = children.body.data[0]._id
  await inDatabase(
    `insert into guardianship (child_id, caregiver_id, role, since)
      values ($1, $2, 'guardian', now() - interval '1 day')`,
    [child, await profileOf(second)],
  )
  return child
}
