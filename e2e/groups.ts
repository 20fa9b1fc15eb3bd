import { randomBytes, randomUUID } from 'node:crypto'
import type { Caller } from './calls.ts'
import { inDatabase } from './database.ts'

/** A group, written into the database, as no screen for caregivers makes one. */
export interface Group {
  id: string
  name: string
  code: string
  /** The path of its page. */
  path: string
}

export async function makeGroup(name: string, pods: readonly string[] = []): Promise<Group> {
  const id = randomUUID()
  const code = `${randomBytes(3).toString('hex')}-${randomBytes(3).toString('hex')}`
  await inDatabase('insert into caregiver_group (id, name, code) values ($1, $2, $3)', [id, name, code])
  for (const pod of pods)
    await inDatabase('insert into pod (id, group_id, name) values ($1, $2, $3)', [randomUUID(), id, pod])
  return { id, name, code, path: `/group/${id}` }
}

interface MemberOptions {
  isGroupAdmin?: boolean
  status?: 'approved' | 'pending'
}

export async function makeMember(
  group: Group,
  person: Pick<Caller, 'email'>,
  { isGroupAdmin = false, status = 'approved' }: MemberOptions = {},
): Promise<void> {
  await inDatabase(
    `insert into group_membership (id, group_id, caregiver_id, status, is_group_admin)
     select $1, $2, caregiver.id, $3, $4 from caregiver
     join app_user on app_user.id = caregiver.user_id where app_user.email = $5`,
    [randomUUID(), group.id, status, isGroupAdmin, person.email],
  )
}
