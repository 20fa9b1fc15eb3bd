import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { v7 as newId } from 'uuid'
import type { Database } from '#db/database.ts'
import { hashOf } from '#features/auth/tokens.ts'
import { updateAdmin } from '#features/users/users.db.ts'
import {
  addEvent,
  addGroup,
  addGuardian,
  addHelper,
  addMember,
  addParent,
  addPerson,
  addRequest,
  connect,
  expireAccess,
  expireSession,
  type Parent,
  revoke,
} from '#test/world.ts'
import { type Ids, newKey, type World } from './line.ts'

export async function makeWorld(database: Database): Promise<World> {
  const parent = (name: string) => addParent(database, { name })
  const [owner, recipient, connected, stranger] = await Promise.all([
    parent('Owner'),
    parent('Recipient'),
    parent('Connected'),
    parent('Stranger'),
  ])
  const [expired, refreshable, revoked, paused, closed, sideAdmin, blocker, blocked] = await Promise.all([
    parent('Expired'),
    parent('Refreshable'),
    parent('Revoked'),
    parent('Paused'),
    parent('Closed'),
    parent('Side'),
    parent('Blocker'),
    parent('Blocked'),
  ])
  const [guardian, helper, soonGuardian, formerGuardian, formerHelper] = await Promise.all([
    parent('Guardian'),
    parent('Helper'),
    parent('Soon'),
    parent('Former'),
    parent('Helped'),
  ])
  const [reported, muter, muted, waiting, notFresh] = await Promise.all([
    parent('Reported'),
    parent('Muter'),
    parent('Muted'),
    parent('Waiting'),
    parent('Stale'),
  ])
  const noProfile = await addPerson(database)
  const [admin, adminNotFresh, adminWithoutStep] = [
    await addPerson(database, { isAdmin: true }),
    await addPerson(database, { isAdmin: true }),
    await addPerson(database),
  ]
  await updateAdmin(database.kysely, adminWithoutStep.userId, true)
  for (const each of [notFresh, adminNotFresh]) {
    await database.pool.query(
      `update session set confirmed_at = now() - interval '1 day' where user_id = $1`,
      [each.userId],
    )
  }
  await connect(database, owner, connected)
  const friends = [sideAdmin, blocker, blocked, reported, muter, muted]
  for (const each of friends) await connect(database, owner, each)
  await updateAdmin(database.kysely, sideAdmin.userId, true)
  const connection = await connect(database, owner, recipient, 'accepted')
  await addBlock(database, blocker, owner)
  await addBlock(database, owner, blocked)
  await addMute(database, muter, owner)
  await addMute(database, owner, muted)
  await complaintAbout(database, reported, owner)
  const child = owner.children[0]
  await addGuardian(database, child, guardian)
  await addGuardian(database, child, soonGuardian, { since: '1 day' })
  await addGuardian(database, child, formerGuardian)
  for (const each of [helper, formerHelper]) await addHelper(database, child, each, { adder: owner })
  const playdate = await addRequest(database, owner, recipient)
  await database.pool.query(
    'update guardianship set until = now() where child_id = $1 and caregiver_id = any($2)',
    [child, [formerGuardian.caregiverId, formerHelper.caregiverId]],
  )
  const group = await addGroup(database, { pods: ['Room 12'] })
  await addMember(database, group, owner, { isGroupAdmin: true })
  const membership = await addMember(database, group, recipient)
  await expireSession(database, expired)
  await expireAccess(database, refreshable)
  await revoke(database, revoked)
  await pause(database, paused, 'suspended', 'infinity')
  await pause(database, closed, 'closed', '2099-01-01')
  return {
    owner,
    recipient,
    connected,
    stranger,
    noProfile,
    admin,
    expired,
    refreshable,
    revoked,
    paused,
    closed,
    sideAdmin,
    blocker,
    blocked,
    guardian,
    helper,
    soonGuardian,
    formerGuardian,
    formerHelper,
    reported,
    muter,
    muted,
    waiting,
    notFresh,
    adminNotFresh,
    adminWithoutStep,
    playdate,
    connection,
    group,
    membership,
  }
}

async function seriesOf(database: Database, playdate: string): Promise<string> {
  const series = newId()
  await database.pool.query(
    `update playdate set series_id = $2, every_weeks = 1, location2 = null, proposed_times = proposed_times[1:1]
      where id = $1`,
    [playdate, series],
  )
  return series
}

/** Not by the call, which would also end what the two have with each other. */
async function addBlock(database: Database, blocker: Parent, blocked: Parent): Promise<void> {
  await database.pool.query(
    `insert into block (id, blocker_id, blocked_id, name) values ($1, $2, $3, 'Some')`,
    [newId(), blocker.caregiverId, blocked.caregiverId],
  )
}

async function addMute(database: Database, { caregiverId }: Parent, muted: Parent): Promise<void> {
  await database.pool.query('insert into mute (id, caregiver_id, muted_id) values ($1, $2, $3)', [
    newId(),
    caregiverId,
    muted.caregiverId,
  ])
}

async function pause(database: Database, { userId }: Parent, standing: string, until: string): Promise<void> {
  await database.pool.query('update app_user set standing = $2, standing_until = $3 where id = $1', [
    userId,
    standing,
    until,
  ])
}

/** Returns the ids that a call to that endpoint may name, and makes what it needs. */
export async function idsOf(database: Database, world: World, endpoint: AnyEndpoint): Promise<Ids> {
  // Answering needs an invitation that is still open.
  if (/^connections\.(accept|reject)$/.test(endpoint.name)) {
    await database.pool.query(`update connection set status = 'pending' where id = $1`, [world.connection])
  }
  const invite = newKey()
  // A link leads to an invitation without an invitee.
  if (/^connections\.(renewLink|readInvite|acceptLink)$/.test(endpoint.name)) {
    await database.pool.query(
      `update connection set status = 'pending', invitee_id = null, invite_hash = $2,
        invite_expires_at = now() + interval '1 day' where id = $1`,
      [world.connection, hashOf(invite)],
    )
  }
  const guardianInvite = newId()
  if (endpoint.name.startsWith('guardianInvites.')) {
    const isSent = /read|accept|reject/.test(endpoint.name)
    await database.pool.query(
      `insert into guardian_invite
          (id, child_id, invited_by, label, role, token_hash, status, invitee_user_id, expires_at)
        values ($1, $2, $3, 'Dad', 'guardian', $4, $5, $6, now() + interval '1 day')`,
      [
        guardianInvite,
        world.owner.children[0],
        world.owner.caregiverId,
        hashOf(invite),
        isSent ? 'sent' : 'accepted',
        isSent ? null : world.recipient.userId,
      ],
    )
  }
  return {
    guardianInvite,
    playdate: world.playdate.id,
    series: await seriesOf(database, world.playdate.id),
    room: world.playdate.roomId,
    connection: world.connection,
    invite,
    group: world.group.id,
    pod: world.group.pods[0] ?? '',
    membership: world.membership,
    caregiver: world.owner.caregiverId,
    child: world.recipient.children[0] ?? '',
    ownChild: world.owner.children[0] ?? '',
    session: world.owner.sessionId,
    passkey: await passkeyOf(database, world.owner),
    photo: await photoOf(database, world.owner),
    event: await eventOf(database, world),
    user: world.owner.userId,
    report: await reportOf(database, world.owner),
    complaint: await complaintAbout(database, world.owner, world.connected),
    away: await awayOf(database, world.owner),
    ask: await askOf(database, world.owner, world.recipient),
  }
}

/**
 * Adds an event of the owner, with room for the owner's child alone: the recipient has not answered, `waiting` waits.
 */
async function eventOf(database: Database, { owner, recipient, waiting }: World): Promise<string> {
  const { id } = await addEvent(database, owner, [recipient, waiting])
  await database.pool.query('update playdate set capacity = 1, spots_taken = 1 where id = $1', [id])
  await database.pool.query(
    `update playdate_child set in_line = 'waiting', acted_by = $2, acted_at = now()
      where playdate_id = $1 and caregiver_id = $2`,
    [id, waiting.caregiverId],
  )
  await database.pool.query('insert into waiting_place (playdate_id, caregiver_id) values ($1, $2)', [
    id,
    waiting.caregiverId,
  ])
  return id
}

async function askOf(database: Database, { caregiverId, children }: Parent, asked: Parent): Promise<string> {
  const id = newId()
  await database.pool.query(
    `insert into ask (id, owner_id, own_children, location1, times, duration_minutes)
      values ($1, $2, $3, 'The park', array[now() + interval '2 days'], 120)`,
    [id, caregiverId, children.slice(0, 1)],
  )
  await database.pool.query(
    'insert into ask_step (ask_id, position, child_id, caregiver_id) values ($1, 1, $2, $3)',
    [id, asked.children[0], asked.caregiverId],
  )
  return id
}

async function complaintAbout(database: Database, { caregiverId }: Parent, by: Parent): Promise<string> {
  const id = newId()
  await database.pool.query(
    `insert into report (id, subject_caregiver_id, reporter_id, kind, target_id, reason, evidence)
      values ($1, $2, $3, 'person', $2, 'spam', '{"name": "Owner Example", "child": null, "messages": [], "words": []}')`,
    [id, caregiverId, by.caregiverId],
  )
  return id
}

async function awayOf(database: Database, { caregiverId, children: [child] }: Parent): Promise<string> {
  const id = newId()
  await database.pool.query(
    `insert into away (id, caregiver_id, first_day, last_day) values ($1, $2, current_date, current_date + 3)`,
    [id, caregiverId],
  )
  await database.pool.query('insert into away_child values ($1, $2)', [id, child])
  return id
}

async function reportOf(database: Database, { userId }: Parent): Promise<string> {
  const id = newId()
  await database.pool.query(
    `insert into crash_report (id, user_id, component_name, error_name, error_message, error_stack, user_description)
      values ($1, $2, 'Home', 'Error', 'm', 's', '')`,
    [id, userId],
  )
  return id
}

async function passkeyOf(database: Database, { userId }: Parent): Promise<string> {
  const id = newKey()
  await database.pool.query(
    `insert into passkey (credential_id, user_id, public_key, counter, backed_up, rp_id, name)
      values ($1, $2, '', 0, false, 'localhost', 'Phone')`,
    [id, userId],
  )
  return id
}

async function photoOf(database: Database, parent: Parent): Promise<string> {
  const key = newKey()
  await database.pool.query(
    `insert into file (upload_key, user_id, content_type, photo_key, claimed_at) values ($1, $2, 'image/png', $3, now())`,
    [newKey(), parent.userId, key],
  )
  await database.pool.query('update child set photo = $1 where id = $2', [key, parent.children[0]])
  return key
}
