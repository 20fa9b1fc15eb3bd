import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import { listDaysAway } from '#features/children/away/away.db.ts'
import {
  findHours,
  listFriendsChildren,
  listVisibleChildren,
  lockChildrenForShare,
} from '#features/children/children.db.ts'
import { resetDatabase, testDatabase } from '#test/database.ts'
import { fillTables } from '#test/filling.ts'
import { queriesOf, wholeReadsOf } from '#test/plans.ts'
import { findGroup, listCombinedChildren, listGroupChildren, listPodsOf } from './groups.db.ts'
import {
  isKnownTo,
  listMemberIds,
  listMemberNames,
  listMembers,
  listMemberships,
} from './memberships/memberships.db.ts'

const caregivers = 10_000
const groupSize = 20

let viewer: string
let other: string
let child: string
let group: string
let pod: string

/** 10,000 families, each with a child that is away for a day, two friends, and a place in one of 500 groups. */
beforeAll(async () => {
  await resetDatabase()
  // Ids that can't be mistaken for numbers.
  const at = (kind: string, n: string) =>
    `('0000000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
  const every = `generate_series(1, ${caregivers}) n`
  const everyGroup = `generate_series(0, ${caregivers / groupSize - 1}) n`
  await fillTables([
    `insert into caregiver (id, name, last_name, phone_number, zip_code, time_zone)
      select ${at('1', 'n')}, 'Parent', 'Example', '+1' || n, '94601', 'UTC' from ${every}`,
    `insert into child (id, caregiver_id, first_name, last_name_initial)
      select ${at('2', 'n')}, ${at('1', 'n')}, 'Mia', 'E' from ${every}`,
    `insert into away (id, caregiver_id, first_day, last_day)
      select ${at('8', 'n')}, ${at('1', 'n')}, current_date + n % 365, current_date + n % 365 from ${every}`,
    `insert into away_child select ${at('8', 'n')}, ${at('2', 'n')} from ${every}`,
    `insert into connection (id, inviter_id, invitee_id, status, invitee_name, invitee_phone_number)
      select ${at('3', 'n')}, ${at('1', 'n')}, ${at('1', `n % ${caregivers} + 1`)}, 'accepted', 'x', '+1'
      from ${every}`,
    `insert into app_user (id, email, password_hash) select ${at('7', 'n')}, n || '@example.org', 'x' from ${every}`,
    `update caregiver set user_id = ('00000007' || substr(id::text, 9))::uuid`,
    `insert into block (id, blocker_id, blocked_id)
      select gen_random_uuid(), ${at('1', 'n')}, ${at('1', `(n + 7) % ${caregivers} + 1`)} from ${every}`,
    `insert into caregiver_group (id, name, code) select ${at('4', 'n')}, 'Group', 'x' from ${everyGroup}`,
    `insert into pod (id, group_id, name)
      select ${at('5', 'n * 2 + half')}, ${at('4', 'n')}, 'Pod' from ${everyGroup}, generate_series(0, 1) half`,
    `insert into group_membership (id, group_id, caregiver_id, status)
      select ${at('6', 'n')}, ${at('4', `(n - 1) / ${groupSize}`)}, ${at('1', 'n')}, 'approved' from ${every}`,
    `insert into pod_child (membership_id, child_id, pod_id)
      select ${at('6', 'n')}, ${at('2', 'n')}, ${at('5', `(n - 1) / ${groupSize} * 2 + n % 2`)} from ${every}`,
  ])
  const { pool } = await testDatabase()
  const ids = await pool.query(
    `select ${at('1', '77')} as viewer, ${at('1', '78')} as other, ${at('2', '78')} as child,
      ${at('4', '3')} as "group", ${at('5', '7')} as pod`,
  )
  ;({ viewer, other, child, group, pod } = ids.rows[0])
}, 120_000)

describe('lists are read by index, however many families there are', () => {
  test.each<[string, (db: Db) => Promise<unknown>]>([
    ['the children of friends and groups', (db) => listCombinedChildren(db, { viewer })],
    ['the children of friends', (db) => listFriendsChildren(db, { viewer })],
    ['the children of one caregiver', (db) => listVisibleChildren(db, { viewer, caregiverId: other })],
    ['whose children they are', (db) => lockChildrenForShare(db, { viewer, ids: [child] })],
    ['their hours', (db) => findHours(db, { viewer, ids: [child] })],
    ['the days on which own children are away', (db) => listDaysAway(db, { caregiverId: viewer })],
    ['the children of a group', (db) => listGroupChildren(db, viewer, { groupId: group, podId: undefined })],
    ['the children of a pod', (db) => listGroupChildren(db, viewer, { groupId: group, podId: pod })],
    ['a group', (db) => findGroup(db, viewer, group)],
    ['the own memberships', (db) => listMemberships(db, viewer)],
    ['the pods of the own groups', (db) => listPodsOf(db, viewer)],
    ['the members of a group', (db) => listMembers(db, viewer, group)],
    ['their names', (db) => listMemberNames(db, group)],
    ['their ids', (db) => listMemberIds(db, group)],
    ['whether a caregiver is known there', (db) => isKnownTo(db, { groupId: group, caregiverId: newId() })],
  ])('%s', async (_what, ask) => {
    const { pool } = await testDatabase()
    const [query, ...others] = await queriesOf(pool, ask)
    expect(others).toEqual([])
    expect(query && (await wholeReadsOf(pool, query))).toEqual([])
  })
})
