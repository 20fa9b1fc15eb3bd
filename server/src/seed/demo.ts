import { randomBytes } from 'node:crypto'
import type { ChildFields } from '@tagalong/contract/features/children/children.contract.ts'
import type { Availability, Day } from '@tagalong/contract/values/availability.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { v7 as newId } from 'uuid'
import type { Database } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import { demoAddresses } from '#features/auth/demo-addresses.ts'
import { hashPassword, matchesPassword } from '#features/auth/passwords.ts'
import { insertCaregiver } from '#features/caregivers/caregivers.db.ts'
import { findRoomOfPlaydate, insertMessage } from '#features/chat/chat.db.ts'
import { insertChildren } from '#features/children/children.db.ts'
import { answerConnection, insertConnection } from '#features/connections/connections.db.ts'
import { eraseUser } from '#features/erasure/erasure.service.ts'
import { newCode } from '#features/groups/codes.ts'
import { deleteEmptyGroup, insertGroup, insertPod } from '#features/groups/groups.db.ts'
import { insertMembership } from '#features/groups/memberships/memberships.db.ts'
import { placeChildren } from '#features/groups/memberships/pod-children.db.ts'
import { insertPlace } from '#features/guardians/invites/new-places.db.ts'
import { markAccepted } from '#features/playdates/playdate-changes.db.ts'
import { insertPlaydate } from '#features/playdates/playdate-insert.db.ts'
import { findUserByEmail, hasUsers, insertUser, updateAdmin } from '#features/users/users.db.ts'
import type { Queue } from '#jobs/queue.ts'

/** Published in the README, so only for this machine. */
const publicPassword = 'Playdate1!'
const zone = 'America/Los_Angeles'

/** Families to try the app with. */
export const demoAccounts = [
  {
    email: demoAddresses.priya,
    about: 'Priya, with Anika and Rohan; friends with Amara and Sofia, admin of a group',
  },
  { email: demoAddresses.amara, about: 'Amara, with Zuri; has sent Priya a request' },
  { email: demoAddresses.sofia, about: 'Sofia, with Mateo' },
  { email: demoAddresses.marcus, about: 'Marcus, with Jaylen; in that group, has invited Priya' },
  { email: demoAddresses.dev, about: 'Dev, the other grown-up of Anika; with Leo' },
  { email: demoAddresses.asha, about: 'Asha, who helps Priya with Anika' },
  { email: demoAddresses.admin, about: 'an administrator without a family' },
] as const

const demoGroup = { name: 'Maple Street School', description: 'Families of Maple Street' }

/**
 * Fills an empty database with families, and returns their password; null if there is a user already. If others can
 * reach the app, the password is a random one that can't be looked up again.
 */
export async function seedDemo({ kysely }: Database, isPublic: boolean): Promise<string | null> {
  if (await hasUsers(kysely)) return null
  const password = isPublic ? `${randomBytes(12).toString('base64url')}-Aa1` : publicPassword
  const passwordHash = await hashPassword(password)
  await kysely.transaction().execute(async (db) => {
    const family = familyMaker(db, passwordHash)
    const priya = await family(demoAddresses.priya, 'Priya', 'Raman', '+15103341201', [
      child('Anika', 'R', 'Maple Street School', '2', afterSchool),
      child('Rohan', 'R', 'Maple Street School', 'KG', weekends),
    ])
    const amara = await family(demoAddresses.amara, 'Amara', 'Okafor', '+15103341202', [
      child('Zuri', 'O', 'Maple Street School', '2', afterSchool),
    ])
    const sofia = await family(demoAddresses.sofia, 'Sofia', 'Hernández', '+15103341203', [
      child('Mateo', 'H', 'Oak Street School', '1', null),
    ])
    const marcus = await family(demoAddresses.marcus, 'Marcus', 'Johnson', '+15103341204', [
      child('Jaylen', 'J', 'Oak Street School', '3', weekends),
    ])
    const dev = await family(demoAddresses.dev, 'Dev', 'Raman', '+15103341205', [
      child('Leo', 'R', 'Oak Street School', 'KG', weekends),
    ])
    const asha = await family(demoAddresses.asha, 'Asha', 'Raman', '+15103341206', [])
    const admin = await addUser(db, demoAddresses.admin, passwordHash)
    await updateAdmin(db, admin, true)
    await connect(db, priya, amara, 'accepted')
    await connect(db, priya, sofia, 'accepted')
    await connect(db, marcus, priya, 'pending')
    await seedGroup(db, { priya, amara, marcus })
    await seedPlaydates(db, { priya, amara, sofia })
    await seedGrownUps(db, { priya, dev, asha })
  })
  return password
}

/** Returns the public password if a demo account still has it, otherwise null. */
export async function findPublicPassword({ kysely }: Database): Promise<string | null> {
  for (const { email } of demoAccounts) {
    const user = await findUserByEmail(kysely, email)
    if (user && (await matchesPassword(user.password_hash, publicPassword))) return publicPassword
  }
  return null
}

/** Erases the demo accounts, and their group if nobody else is in it. Returns how many accounts there were. */
export async function removeDemo(database: Database, queue: Queue): Promise<number> {
  return database.kysely.transaction().execute(async (db) => {
    let removed = 0
    for (const { email } of demoAccounts) {
      const user = await findUserByEmail(db, email)
      if (!user) continue
      // The last administrator couldn't be erased.
      await updateAdmin(db, user.id, false)
      const refused = await eraseUser({ db, queue, clock: { now: Date.now } }, user.id)
      if (refused) throw new Error(refused.error)
      removed += 1
    }
    if (removed > 0) await deleteEmptyGroup(db, demoGroup)
    return removed
  })
}

interface Family {
  caregiverId: string
  name: string
  phoneNumber: string
  children: string[]
}

function familyMaker(db: Db, passwordHash: string) {
  return async (
    email: string,
    name: string,
    lastName: string,
    phoneNumber: string,
    children: ChildFields[],
  ) => {
    const userId = await addUser(db, email, passwordHash)
    const caregiverId = newId()
    await insertCaregiver(db, {
      id: caregiverId,
      userId,
      name,
      lastName,
      phoneNumber,
      zipCode: '94601',
      timeZone: zone,
    })
    const withIds = children.map((each) => ({ ...each, id: newId() }))
    const rows = withIds.length > 0 ? await insertChildren(db, caregiverId, withIds) : []
    return { caregiverId, name: `${name} ${lastName}`, phoneNumber, children: rows.map(({ id }) => id) }
  }
}

async function addUser(db: Db, email: string, passwordHash: string): Promise<string> {
  const id = newId()
  await insertUser(db, { id, email, passwordHash, queryParams: [] })
  return id
}

const on = (days: readonly Day[], start: number, end: number): Availability =>
  days.map((day) => ({ day, blocks: [{ start, end }] }))
const afterSchool = [...on(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], 15, 18), ...on(['Sat'], 9, 13)]
const weekends = on(['Sat', 'Sun'], 9, 17)

function child(
  firstName: string,
  lastNameInitial: string,
  school: string,
  grade: ChildFields['grade'],
  availability: Availability | null,
): ChildFields {
  return { firstName, lastNameInitial, school, grade, availability }
}

async function connect(
  db: Db,
  inviter: Family,
  invitee: Family,
  status: 'pending' | 'accepted',
): Promise<void> {
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
}

/** Sofia isn't in the group: Priya reads the code on its page and may tell her. */
async function seedGroup(db: Db, { priya, amara, marcus }: Record<'priya' | 'amara' | 'marcus', Family>) {
  const group = { ...demoGroup, id: newId() }
  await insertGroup(db, { ...group, code: newCode() })
  const [room, club] = [newId(), newId()]
  await insertPod(db, { id: room, groupId: group.id, name: 'Room 12', description: 'Second grade' })
  await insertPod(db, { id: club, groupId: group.id, name: 'After-school club', description: '' })
  const join = async ({ caregiverId, children }: Family, pods: string[]) => {
    const id = newId()
    const isGroupAdmin = caregiverId === priya.caregiverId
    await insertMembership(db, {
      id,
      groupId: group.id,
      caregiverId,
      status: 'approved',
      isGroupAdmin,
      endedBy: null,
    })
    await placeChildren(
      db,
      id,
      children.map((each, n) => ({ child: each, subGroup: pods[n] ?? null })),
    )
  }
  await join(priya, [room, club])
  await join(amara, [room])
  await join(marcus, [club])
}

/** Gives Anika another grown-up, and a helper for 90 days. */
async function seedGrownUps(db: Db, { priya, dev, asha }: Record<'priya' | 'dev' | 'asha', Family>) {
  const place = { childId: priya.children[0] ?? '', since: new Date(), addedBy: priya.caregiverId }
  await insertPlace(db, { ...place, caregiverId: dev.caregiverId, role: 'guardian', until: null })
  const until = new Date(inDays(90, 0))
  await insertPlace(db, { ...place, caregiverId: asha.caregiverId, role: 'helper', until })
}

async function seedPlaydates(db: Db, { priya, amara, sofia }: Record<'priya' | 'amara' | 'sofia', Family>) {
  await request(db, amara, priya, {
    locations: ['Riverside Park', 'Oak Street Library', null],
    times: [inDays(5, 15), inDays(6, 10), inDays(9, 16)],
    durationMinutes: 120,
  })
  await request(db, priya, sofia, {
    locations: ['Our backyard', null, null],
    times: [inDays(6, 9), inDays(7, 13)],
    durationMinutes: 90,
  })
  const confirmed = await request(db, priya, amara, {
    locations: ['Lake Merritt playground', null, null],
    times: [inDays(2, 15)],
    durationMinutes: 120,
  })
  const place = { location: 'Lake Merritt playground', time: inDays(2, 15) }
  const by = { caregiverId: amara.caregiverId, side: 'recipient' } as const
  await markAccepted(db, { id: confirmed, version: 1, from: 'pending' }, by, place)
  const room = await findRoomOfPlaydate(db, amara.caregiverId, {
    playdateId: confirmed,
    recipientId: null,
  })
  if (!room) throw new Error('a playdate without a room')
  const message = { roomId: room.id, senderId: amara.caregiverId, phrase: null }
  await insertMessage(db, { id: newId(), ...message, text: 'Zuri wants to bring her kite!' })
}

async function request(
  db: Db,
  from: Family,
  to: Family,
  proposal: {
    locations: [string | null, string | null, string | null]
    times: Date[]
    durationMinutes: number
  },
): Promise<string> {
  const id = newId()
  await insertPlaydate(db, {
    id,
    roomId: newId(),
    type: 'single',
    ownerId: from.caregiverId,
    ownerChildren: from.children.slice(0, 1),
    recipients: to.children.slice(0, 1).map((childId) => ({ childId, caregiverId: to.caregiverId })),
    proposal,
  })
  return id
}

function inDays(days: number, hour: number): Date {
  const today = wallTime(Date.now(), zone)
  return new Date(instantOf({ ...today, day: today.day + days, hour, minute: 0 }, zone))
}
