import { createHash, randomBytes } from 'node:crypto'
import type { ChildFields } from '@tagalong/contract/features/children/children.contract.ts'
import type { Availability } from '@tagalong/contract/values/availability.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { v7 as newId } from 'uuid'
import { type Database, openPool } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import { insertSession, insertTokens, revokeSession } from '#features/auth/auth.db.ts'
import { hashPassword } from '#features/auth/passwords.ts'
import { updateSecondStep } from '#features/auth/second-step/second-step.db.ts'
import { insertCaregiver } from '#features/caregivers/caregivers.db.ts'
import { insertChildren } from '#features/children/children.db.ts'
import { answerConnection, insertConnection } from '#features/connections/connections.db.ts'
import { newCode } from '#features/groups/codes.ts'
import { insertGroup, insertPod } from '#features/groups/groups.db.ts'
import { insertMembership } from '#features/groups/memberships/memberships.db.ts'
import { placeChildren } from '#features/groups/memberships/pod-children.db.ts'
import { updateSettings } from '#features/notifications/settings/settings.db.ts'
import { insertPlaydate } from '#features/playdates/playdate-insert.db.ts'
import { insertUser, updateAdmin } from '#features/users/users.db.ts'
import type { Tokens } from './app.ts'
import { inHours } from './full-hours.ts'

/** A user with a session. */
export interface Person extends Tokens {
  userId: string
  sessionId: string
  email: string
}

/** A user with a session, a profile and children. */
export interface Parent extends Person {
  caregiverId: string
  name: string
  phoneNumber: string
  children: string[]
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
/** Nobody signs in with this password: tests that sign in register first. */
const nobodysPassword = await hashPassword(randomBytes(16).toString('base64url'))
let made = 0

export async function addPerson(
  { kysely: db }: Database,
  options: { isAdmin?: boolean } = {},
): Promise<Person> {
  made += 1
  const person = {
    userId: newId(),
    sessionId: newId(),
    email: `person${made}@example.org`,
    accessToken: randomBytes(32).toString('base64url'),
    refreshToken: randomBytes(32).toString('base64url'),
  }
  await insertUser(db, {
    id: person.userId,
    email: person.email,
    passwordHash: nobodysPassword,
    queryParams: [],
  })
  // Otherwise what is pushed would depend on the hour at which the tests run.
  await updateSettings(db, person.userId, { mail: 'soon', quiet_from: null, quiet_to: null })
  if (options.isAdmin) {
    await updateAdmin(db, person.userId, true)
    await updateSecondStep(db, person.userId, true)
  }
  await storeSession(db, person)
  return person
}

/** Signs the same person in on another device. */
export async function addSession<P extends Person>({ kysely: db }: Database, person: P): Promise<P> {
  const other = {
    ...person,
    sessionId: newId(),
    accessToken: randomBytes(32).toString('base64url'),
    refreshToken: randomBytes(32).toString('base64url'),
  }
  await storeSession(db, other)
  return other
}

async function storeSession(db: Db, { sessionId, userId, accessToken, refreshToken }: Person): Promise<void> {
  await insertSession(db, { id: sessionId, userId, userAgent: 'test' })
  await insertTokens(db, {
    sessionId,
    accessHash: hashOf(accessToken),
    refreshHash: hashOf(refreshToken),
    accessSeconds: 600,
    isUsed: true,
  })
}

interface ParentOptions {
  name?: string
  timeZone?: string
  children?: (Partial<ChildFields> & { availability?: Availability | null })[]
}

export async function addParent(database: Database, options: ParentOptions = {}): Promise<Parent> {
  const person = await addPerson(database)
  const caregiverId = newId()
  const name = options.name ?? `Parent${made}`
  const phoneNumber = aPhoneNumber()
  await insertCaregiver(database.kysely, {
    id: caregiverId,
    userId: person.userId,
    name,
    lastName: 'Example',
    phoneNumber,
    zipCode: '94601',
    timeZone: options.timeZone ?? 'America/New_York',
  })
  const children = (options.children ?? [{}]).map((child) => ({
    id: newId(),
    firstName: 'Mia',
    lastNameInitial: 'E',
    ...child,
  }))
  if (children.length > 0) await insertChildren(database.kysely, caregiverId, children)
  return { ...person, caregiverId, name, phoneNumber, children: children.map(({ id }) => id) }
}

let numbers = 0
/** Returns a number that is valid in the US plan and not used before in this run. */
export function aPhoneNumber(): string {
  numbers += 1
  return `+1510${3_341_000 + numbers}`
}

export async function connect(
  { kysely: db }: Database,
  inviter: Parent,
  invitee: Parent,
  status: 'pending' | 'accepted' = 'accepted',
): Promise<string> {
  const id = newId()
  await insertConnection(db, {
    id,
    inviterId: inviter.caregiverId,
    inviteeId: invitee.caregiverId,
    inviteeName: invitee.name,
    inviteePhoneNumber: invitee.phoneNumber,
    inviteHash: null,
  })
  if (status === 'accepted') await answerConnection(db, { id, inviteeId: invitee.caregiverId, status })
  return id
}

/** Adds two families who know each other: Priya with Anika, and Amara with Zuri. */
export async function addFriends(database: Database): Promise<{ priya: Parent; amara: Parent }> {
  const priya = await addParent(database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  const amara = await addParent(database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  await connect(database, priya, amara)
  return { priya, amara }
}

/** Makes a parent another guardian of the child, by default since yesterday. */
export async function addGuardian(
  { pool }: Database,
  child: string | undefined,
  guardian: Parent,
  { since = '-1 day', sharesPlaces = true }: { since?: string; sharesPlaces?: boolean } = {},
): Promise<void> {
  await pool.query(
    `insert into guardianship (child_id, caregiver_id, role, since, shares_places)
      values ($1, $2, 'guardian', now() + $3::interval, $4)`,
    [child, guardian.caregiverId, since, sharesPlaces],
  )
}

/** Makes a parent a helper of the child, added by one of its guardians. */
export async function addHelper(
  { pool }: Database,
  child: string | undefined,
  helper: Parent,
  { adder, until = '90 days' }: { adder: Parent; until?: string },
): Promise<void> {
  await pool.query(
    `insert into guardianship (child_id, caregiver_id, role, since, until, added_by)
      values ($1, $2, 'helper', now() - interval '1 day', now() + $3::interval, $4)`,
    [child, helper.caregiverId, until, adder.caregiverId],
  )
}

export interface Group {
  id: string
  name: string
  code: string
  /** Ids, in the order of the names given. */
  pods: string[]
}

export async function addGroup(
  { kysely: db }: Database,
  options: { name?: string; pods?: string[]; code?: string } = {},
): Promise<Group> {
  made += 1
  const group = { id: newId(), name: options.name ?? `Group ${made}`, code: options.code ?? newCode() }
  await insertGroup(db, { ...group, description: '' })
  const pods = (options.pods ?? []).map((name) => ({ id: newId(), name }))
  for (const pod of pods) await insertPod(db, { ...pod, groupId: group.id, description: '' })
  return { ...group, pods: pods.map(({ id }) => id) }
}

interface MemberOptions {
  status?: 'pending' | 'approved' | 'rejected'
  isGroupAdmin?: boolean
  /** Only of a rejected membership. */
  endedBy?: 'self' | 'admin'
  /** The pod of the first child. */
  pod?: string | undefined
}

/** Adds the parent's membership, approved by default. */
export async function addMember(
  { kysely: db }: Database,
  group: Group,
  parent: Parent,
  { status = 'approved', isGroupAdmin = false, endedBy, pod }: MemberOptions = {},
): Promise<string> {
  const id = newId()
  const ended = status === 'rejected' ? (endedBy ?? 'self') : null
  await insertMembership(db, {
    id,
    groupId: group.id,
    caregiverId: parent.caregiverId,
    status,
    isGroupAdmin,
    endedBy: ended,
  })
  if (pod) await placeChildren(db, id, [{ child: parent.children[0] ?? '', subGroup: pod }])
  return id
}

/** Makes the subscription active, as if the provider had said so. */
export async function makePremium(
  { kysely: db }: Database,
  { userId }: Parent,
  benefitsEndAt: Date | null = null,
): Promise<void> {
  await db
    .insertInto('billing_customer')
    .values({
      id: `cus_${userId}`,
      provider: 'demo',
      user_id: userId,
      status: 'active',
      benefits_end_at: benefitsEndAt,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ benefits_end_at: benefitsEndAt }))
    .execute()
}

/** Adds an event of the owner's first child with the first child of each guest, by default in two days. */
export async function addEvent(
  { kysely: db }: Database,
  owner: Parent,
  guests: readonly Parent[],
  time = inHours(48),
): Promise<{ id: string; roomId: string }> {
  const event = { id: newId(), roomId: newId() }
  await insertPlaydate(db, {
    ...event,
    type: 'group',
    ownerId: owner.caregiverId,
    ownerChildren: owner.children.slice(0, 1),
    recipients: guests.flatMap(({ caregiverId, children }) =>
      children.slice(0, 1).map((childId) => ({ childId, caregiverId })),
    ),
    proposal: {
      locations: ['The zoo', null, null],
      times: [time],
      durationMinutes: 120,
      description: 'Bring a hat',
    },
  })
  return event
}

/** Adds a request from one parent's first child to the other's, with two places and two times. */
export async function addRequest(
  { kysely: db }: Database,
  from: Parent,
  to: Parent,
): Promise<{ id: string; roomId: string }> {
  const request = { id: newId(), roomId: newId() }
  await insertPlaydate(db, {
    ...request,
    type: 'single',
    ownerId: from.caregiverId,
    ownerChildren: from.children.slice(0, 1),
    recipients: to.children.slice(0, 1).map((childId) => ({ childId, caregiverId: to.caregiverId })),
    proposal: {
      locations: ['The park', 'The library', null],
      times: [inHours(48), inHours(72)],
      durationMinutes: 120,
    },
  })
  return request
}

export async function expireAccess({ kysely: db }: Database, { sessionId }: Person): Promise<void> {
  await db
    .updateTable('access_token')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where('session_id', '=', sessionId)
    .execute()
}

export async function expireSession(database: Database, person: Person): Promise<void> {
  await expireAccess(database, person)
  await database.kysely
    .updateTable('refresh_token')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where('session_id', '=', person.sessionId)
    .execute()
}

export async function revoke({ kysely: db }: Database, { sessionId }: Person): Promise<void> {
  await revokeSession(db, sessionId)
}

/**
 * Returns a text of what every table holds, except counters and jobs: if it is the same before and after, no row
 * changed.
 */
export async function fingerprint(database: Database, except: readonly string[] = []): Promise<string> {
  // Without it, Postgres would start processes to read the tables in parallel: 10 ms instead of 0.4 ms.
  const pool = readers.get(database) ?? openPool(database.url, 1, '-c max_parallel_workers_per_gather=0')
  readers.set(database, pool)
  const name = `fingerprint ${except.join()}`
  const text = texts.get(name) ?? (await fingerprintText(pool, except))
  texts.set(name, text)
  // Its name makes each connection plan it once, which takes longest: so it has a connection of its own.
  const { rows } = await pool.query<{ name: string; hash: string }>({ name, text })
  return rows.map(({ name: table, hash }) => `${table} ${hash}`).join('\n')
}

const texts = new Map<string, string>()
const readers = new WeakMap<Database, pg.Pool>()

async function fingerprintText(pool: pg.Pool, except: readonly string[]): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> all($1) order by 1`,
    [['rate_limit', 'schema_migration', ...except]],
  )
  const parts = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
  )
  return `${parts.join(' union all ')} order by name`
}
