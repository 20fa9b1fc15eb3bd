import { getChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
  stopGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addParent, type Parent } from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const rounds = sampleOrFull(50, 300)

interface Invited {
  priya: Parent
  dev: Parent
  child: string
  id: string
}

async function addInvited(): Promise<Invited> {
  const [priya, dev] = [await addParent(t.database), await addParent(t.database, { children: [] })]
  const child = priya.children[0] ?? ''
  const body = { label: 'Dad', role: 'guardian' as const }
  const { data } = (await t.call(createGuardianInvite, { params: { id: child }, body }, { as: priya })).body
  const token = data.inviteUrl.split('/').at(-1) ?? ''
  await t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: dev })
  return { priya, dev, child, id: data.invite._id }
}

const confirm = ({ id, priya }: Invited) =>
  t.call(confirmGuardianInvite, { params: { id }, body: { version: 2 } }, { as: priya })
const stop = ({ id }: Invited, as: Parent) =>
  t.call(stopGuardianInvite, { params: { invite: id }, query: { version: '2' } } as never, { as })

test('confirm and stop an invite at once: one succeeds, and the other has to look again', {
  tags: ['HOME-21'],
  timeout: 600_000,
}, async () => {
  await t.reset()
  const conflicts = countConflicts(t.database)
  let stops = 0
  for (let n = 0; n < rounds; n += 1) {
    const invited = await addInvited()
    const calls = [() => confirm(invited), () => stop(invited, invited.dev)]
    if (n % 2) calls.reverse()
    const replies = await Promise.all(calls.map((call) => call()))
    const [confirmed, stopped] = n % 2 ? replies.toReversed() : replies
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = replies.find(({ status }) => status === 409)
    expect(late?.body.error).toBe('This invite has changed. Please take another look.')
    if (stopped?.status === 200) stops += 1
    await t.database.pool.query(`update guardianship set since = since - interval '2 days'`)
    const read = await t.call(getChild, { params: { id: invited.child } }, { as: invited.dev })
    expect(read.status).toBe(confirmed?.status === 200 ? 200 : 404)
  }
  expect(conflicts()).toBe(0)
  report('confirm and stop an invite at once', `${rounds} rounds, ${stops} × the stop came first`)
})

test('stop an invite twice, or accept it twice, at once: one succeeds', {
  tags: ['HOME-21'],
  timeout: 600_000,
}, async () => {
  await t.reset()
  const conflicts = countConflicts(t.database)
  for (let n = 0; n < rounds; n += 1) {
    const invited = await addInvited()
    const { priya } = invited
    const both = await Promise.all([stop(invited, invited.dev), stop(invited, priya)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const body = { label: 'Dad', role: 'guardian' as const }
    const made = await t.call(createGuardianInvite, { params: { id: invited.child }, body }, { as: priya })
    const token = made.body.data.inviteUrl.split('/').at(-1) ?? ''
    const other = await addParent(t.database, { children: [] })
    const yes = await Promise.all(
      [invited.dev, other].map((as) => t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as })),
    )
    expect(yes.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of yes) expect([200, 404, 409]).toContain(status)
  }
  expect(conflicts()).toBe(0)
  report('stop an invite twice, say yes to it twice', `${rounds} rounds each, one winner`)
})
