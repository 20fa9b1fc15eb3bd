import { type Caller, childrenOf, profileOf } from './calls.ts'
import { inDatabase } from './database.ts'

/** Makes the second caregiver a guardian of the first one's child since yesterday. Returns the child's id. */
export async function share(first: Caller, second: Caller): Promise<string> {
  const [child] = await childrenOf(first)
  await inDatabase(
    `insert into guardianship (child_id, caregiver_id, role, since)
      values ($1, $2, 'guardian', now() - interval '1 day')`,
    [child._id, await profileOf(second)],
  )
  return child._id
}

/** Makes the second caregiver a helper of the first one with their child, since yesterday. Returns the child's id. */
export async function help(first: Caller, second: Caller): Promise<string> {
  const [child] = await childrenOf(first)
  await inDatabase(
    `insert into guardianship (child_id, caregiver_id, role, since, until, added_by)
      values ($1, $2, 'helper', now() - interval '1 day', now() + interval '90 days', $3)`,
    [child._id, await profileOf(second), await profileOf(first)],
  )
  return child._id
}
