import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import { findNumber, listNotes, listShownNotes } from '#features/afternoon/afternoon.db.ts'
import { findSession } from '#features/auth/auth.db.ts'
import {
  findRoomOfPlaydate,
  hasUnread,
  insertMessage,
  listMessages,
  lockRoomForShare,
  markRead,
} from '#features/chat/chat.db.ts'
import { listNotices } from '#features/notices/notices.db.ts'
import {
  insertForCaregivers,
  insertForReaders,
  markNotificationsRead,
} from '#features/notifications/notifications.db.ts'
import { claimKey, keepReply } from '#http/idempotency.db.ts'
import { resetDatabase, testDatabase } from '#test/database.ts'
import { fillTables, withoutTimeLimit } from '#test/filling.ts'
import { queriesOf, wholeReadsOf } from '#test/plans.ts'
import { countEventsAhead, countOpenRequests } from './open-requests.db.ts'
import { insertPlaydate } from './playdate-insert.db.ts'
import { findPlaydate, listAccepted, listPast, listPending } from './playdates.db.ts'
import { insertComing, insertUnanswered } from './reminders/reminders.db.ts'
import { hasOpenReplacement, insertReplacement, lockSidesForShare } from './replacements/replacements.db.ts'
import { findSeries } from './series/series.db.ts'
import { listDue } from './spots/spots.db.ts'
import { listConfirmed } from './suggestions/suggestions.db.ts'

const caregivers = 5_000

/** Returns the SQL of an id, by its kind and number. */
const at = (kind: string, n: string) =>
  `('0000000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
const idAt = (kind: string, n: number) => `0000000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`
const [viewer, friend] = [idAt('1', 77), idAt('1', 78)]
const [playdate, room, user] = [idAt('3', 77), idAt('4', 77), idAt('5', 77)]

/** 5,000 families with five playdates each, each with a room, a message and a notification. */
beforeAll(async () => {
  await resetDatabase()
  const every = `generate_series(1, ${caregivers}) n`
  const everyPlaydate = `generate_series(1, ${caregivers * 5}) n`
  const owner = `n % ${caregivers} + 1`
  const other = `(n + 1) % ${caregivers} + 1`
  const status = `(array['accepted', 'accepted', 'pending', 'rejected', 'cancelled'])[n / ${caregivers} % 5 + 1]`
  await fillTables([
    `insert into app_user (id, email, password_hash) select ${at('5', 'n')}, n || '@example.org', 'x' from ${every}`,
    `insert into session (id, user_id, expires_at)
      select ${at('6', 'n')}, ${at('5', 'n')}, now() + interval '1 day' from ${every}`,
    `insert into access_token (hash, session_id, expires_at)
      select sha256(n::text::bytea), ${at('6', 'n')}, now() + interval '1 day' from ${every}`,
    `insert into push_subscription (id, endpoint, user_id, session_id, p256dh, auth)
      select ${at('7', 'n')}, 'https://push.example.org/' || n, ${at('5', 'n')}, ${at('6', 'n')}, 'x', 'x' from ${every}`,
    `insert into caregiver (id, user_id, name, last_name, phone_number, zip_code, time_zone)
      select ${at('1', 'n')}, ${at('5', 'n')}, 'Parent', 'Example', '+1' || n, '94601', 'UTC' from ${every}`,
    `insert into child (id, caregiver_id, first_name, last_name_initial)
      select ${at('2', 'n')}, ${at('1', 'n')}, 'Mia', 'E' from ${every}`,
    `insert into child_note (child_id, sealed, version) select ${at('2', 'n')}, 'x', 1 from ${every}`,
    `insert into playdate (id, type, status, owner_id, location1, proposed_times, accepted_location, accepted_time,
        last_submitted_by, updated_at)
      select ${at('3', 'n')}, 'single', ${status}, ${at('1', owner)}, 'The park', array[now()], 'The park',
        now() + (n % 200 - 100) * interval '1 day', ${at('1', owner)}, now() - n % 1000 * interval '1 day'
      from ${everyPlaydate}`,
    `insert into playdate_caregiver (playdate_id, caregiver_id, side)
      select ${at('3', 'n')}, ${at('1', owner)}, 'owner' from ${everyPlaydate}
      union all select ${at('3', 'n')}, ${at('1', other)}, 'recipient' from ${everyPlaydate}`,
    `insert into playdate_child (playdate_id, child_id, caregiver_id, side, acted_by, acted_at)
      select ${at('3', 'n')}, ${at('2', owner)}, ${at('1', owner)}, 'owner', ${at('1', owner)}, now()
      from ${everyPlaydate}
      union all select ${at('3', 'n')}, ${at('2', other)}, ${at('1', other)}, 'recipient', ${at('1', other)}, now()
      from ${everyPlaydate}`,
    `insert into playdate (id, type, status, owner_id, location1, proposed_times, accepted_location, accepted_time,
        last_submitted_by, capacity, spots_taken, series_id, every_weeks)
      select ${at('b', 'n')}, 'group', 'accepted', ${at('1', owner)}, 'The zoo', array[now()], 'The zoo',
        now() + (n % 200 - 100) * interval '1 day', ${at('1', owner)}, 10, 1, ${at('c', 'n / 5')}, 1
      from ${every}`,
    `insert into playdate_caregiver (playdate_id, caregiver_id, side)
      select ${at('b', 'n')}, ${at('1', owner)}, 'owner' from ${every}`,
    `insert into playdate_child (playdate_id, child_id, caregiver_id, side)
      select ${at('b', 'n')}, ${at('2', owner)}, ${at('1', owner)}, 'owner' from ${every}`,
    `insert into waiting_place (playdate_id, caregiver_id)
      select ${at('b', 'n')}, ${at('1', other)} from ${every}`,
    `insert into reminder_sent (playdate_id, caregiver_id, kind, anchor_at)
      select ${at('3', 'n')}, ${at('1', owner)}, 'day', now() + (n % 200 - 100) * interval '1 day' from ${everyPlaydate}`,
    `insert into chat_room (id, playdate_id) select ${at('4', 'n')}, ${at('3', 'n')} from ${everyPlaydate}`,
    `insert into message (id, room_id, sender_id, text)
      select ${at('8', 'n')}, ${at('4', 'n')}, ${at('1', owner)}, 'x' from ${everyPlaydate}`,
    `insert into chat_read (room_id, caregiver_id, message_id)
      select ${at('4', 'n')}, ${at('1', other)}, ${at('8', 'n')} from ${everyPlaydate}`,
    `insert into notification (id, user_id, title, url, room_id)
      select ${at('9', 'n')}, ${at('5', owner)}, 'x', '/', ${at('4', 'n')} from ${everyPlaydate}`,
    `insert into connection (id, inviter_id, invitee_name, invitee_phone_number)
      select gen_random_uuid(), ${at('1', 'n')}, 'Kim', '+1' || n from ${every}`,
    `insert into connection (id, inviter_id, invitee_name, invitee_phone_number, invitee_id, status)
      select gen_random_uuid(), ${at('1', 'n')}, 'Lee', '+2' || n, ${at('1', other)}, 'accepted' from ${every}`,
    `insert into caregiver_group (id, name, code) select ${at('a', 'n')}, 'Group', lpad(n::text, 12, '0')
      from generate_series(0, ${caregivers / 10}) n`,
    `insert into group_membership (id, group_id, caregiver_id, status)
      select gen_random_uuid(), ${at('a', 'n / 10')}, ${at('1', 'n')}, 'approved' from ${every}`,
    `insert into block (id, blocker_id, blocked_id)
      select gen_random_uuid(), ${at('1', 'n')}, ${at('1', `(n + 7) % ${caregivers} + 1`)} from ${every}`,
    `insert into mute (id, caregiver_id, muted_id)
      select gen_random_uuid(), ${at('1', 'n')}, ${at('1', `(n + 7) % ${caregivers} + 1`)} from ${every}`,
    `insert into mute (id, caregiver_id, room_id)
      select gen_random_uuid(), ${at('1', 'n')}, ${at('4', 'n')} from ${every}`,
    `insert into idempotency_key (user_id, endpoint, key, body_hash)
      select ${at('5', 'n')}, 'chat.send', n::text, 'x' from ${every}`,
  ])
}, 180_000)

const today = new Date()
const notification = {
  message: 'playdate.sent' as const,
  params: '{}',
  title: 'x',
  url: '/',
  aboutId: friend,
  playdateId: playdate,
  kind: 'request' as const,
  wakes: false,
  isQuiet: false,
  isUrgent: false,
  startsAt: new Date(),
  isOff: true,
  going: null,
  caregiverIds: [viewer, friend],
}
const message = () => ({ id: crypto.randomUUID(), roomId: room, senderId: viewer, text: 'x', phrase: null })
const claim = { userId: user, endpoint: 'chat.send', key: 'k1', bodyHash: Buffer.from('x') }
const replacement = () => ({
  id: crypto.randomUUID(),
  roomId: crypto.randomUUID(),
  replaces: playdate,
  proposal: { locations: ['The park', null, null] as const, times: [today], durationMinutes: 60 },
})
const actor = { caregiverId: viewer, side: 'owner' as const }
const ids = () => [crypto.randomUUID(), crypto.randomUUID()]

describe('playdates, chats and notifications are read by index, however many there are', () => {
  test.each<[string, number, (db: Db) => Promise<unknown>]>([
    ['confirmed playdates', 1, (db) => listAccepted(db, viewer, { today, limit: 51 })],
    // The second query asks only of that family's child whether they are to meet again.
    ['those with a family unknown by now', 2, (db) => listAccepted(db, idAt('1', 79), { today, limit: 51 })],
    ['older past ones', 1, (db) => listPast(db, viewer, { today, cursor: idAt('3', 76), limit: 51 })],
    ['requests', 1, (db) => listPending(db, viewer, { limit: 51 })],
    ['further requests', 1, (db) => listPending(db, viewer, { cursor: playdate, limit: 51 })],
    ['how many requests are open', 1, (db) => countOpenRequests(db, { from: viewer, to: friend })],
    [
      'how many events are ahead',
      1,
      (db) => countEventsAhead(db, { from: viewer, to: [friend], now: today }),
    ],
    ['the dates of a series', 1, (db) => findSeries(db, idAt('1', 6), idAt('c', 1))],
    ['events whose spots are passed on', 1, (db) => listDue(db, today)],
    ['one playdate', 1, (db) => findPlaydate(db, viewer, idAt('3', 76))],
    [
      'a new playdate',
      1,
      (db) =>
        insertPlaydate(db, {
          id: crypto.randomUUID(),
          roomId: crypto.randomUUID(),
          type: 'single',
          ownerId: viewer,
          ownerChildren: [idAt('2', 77)],
          recipients: [{ childId: idAt('2', 78), caregiverId: friend }],
          proposal: { locations: ['The park', null, null], times: [today], durationMinutes: 60 },
        }),
    ],
    ['its chat', 1, (db) => findRoomOfPlaydate(db, viewer, { playdateId: playdate, recipientId: null })],
    ['its messages', 1, (db) => listMessages(db, viewer, room, { cursor: undefined, limit: 51 })],
    ['the chat to write in', 1, (db) => lockRoomForShare(db, viewer, room)],
    ['a new message', 1, (db) => insertMessage(db, message())],
    ['whom it notifies', 1, (db) => insertForReaders(db, { ...notification, roomId: room, ids: ids() })],
    ['a key', 1, (db) => claimKey(db, { ...claim, key: 'k3' })],
    ['what its call was answered', 1, (db) => keepReply(db, claim, 'x')],
    ['the mark of what is read', 1, (db) => markRead(db, room, viewer, undefined)],
    ['whether something is unread', 1, (db) => hasUnread(db, room, viewer)],
    ['who is notified', 1, (db) => insertForCaregivers(db, { ...notification, roomId: null, ids: ids() })],
    ['the notifications', 1, (db) => listNotices(db, user, { cursor: undefined, limit: 50 })],
    ['those that are read', 1, (db) => markNotificationsRead(db, user)],
    ['who is reminded of a start', 1, (db) => insertComing(db, { now: today, limit: 100 })],
    ['who is reminded to answer', 1, (db) => insertUnanswered(db, { now: today, limit: 100 })],
    [
      'what stands beside suggested times',
      1,
      (db) =>
        listConfirmed(db, {
          viewer,
          own: [idAt('2', 77)],
          others: [idAt('2', 78)],
          from: new Date(0),
          to: today,
          except: null,
        }),
    ],
    ['whom another time concerns', 2, (db) => lockSidesForShare(db, playdate)],
    ['whether another time is asked for', 1, (db) => hasOpenReplacement(db, playdate)],
    ['another time that is asked for', 1, (db) => insertReplacement(db, replacement(), actor)],
    [
      'the number for the afternoon',
      1,
      (db) => findNumber(db, { playdateId: playdate, viewer, side: 'owner' }),
    ],
    ['what is good to know', 1, (db) => listShownNotes(db, { playdateId: playdate, viewer, side: 'owner' })],
    ['what one says is good to know', 1, (db) => listNotes(db, viewer)],
    ['the session of a token', 1, (db) => findSession(db, Buffer.alloc(32))],
  ])('%s (queries: %i)', async (_what, count, ask) => {
    const { pool } = await testDatabase()
    const queries = await queriesOf(pool, ask)
    expect(queries).toHaveLength(count)
    for (const query of queries) expect(await wholeReadsOf(pool, query)).toEqual([])
  })

  test('a new message finds its readers by index even if the statistics show nothing unread', async () => {
    const { pool } = await testDatabase()
    await withoutTimeLimit(async (client) => {
      await client.query('update notification set read_at = now()')
      await client.query('analyze notification')
    })
    const [query] = await queriesOf(pool, (db) =>
      insertForReaders(db, { ...notification, roomId: room, ids: ids() }),
    )
    expect(query && (await wholeReadsOf(pool, query))).toEqual([])
  })
})
