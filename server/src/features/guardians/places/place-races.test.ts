import { leaveChild, saveOwnPlace } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
  stopGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inTurn } from '#test/in-turn.ts'
import { addGuardian, addParent, addRequest, type Parent } from '#test/world.ts'

let t: TestApp
let priya: Parent
let dev: Parent
let playdate: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  const leo = await addParent(t.database, { name: 'Leo' })
  playdate = (await addRequest(t.database, priya, leo)).id
})
afterAll(() => t.close())

const params = () => ({ id: priya.children[0] })
const guardian = { label: 'Dad', role: 'guardian' as const }
const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const helper = { label: 'Gran', role: 'helper' as const, until }

async function accepted(body: typeof helper | typeof guardian): Promise<string> {
  const { data } = (await t.call(createGuardianInvite, { params: params(), body }, { as: priya })).body
  const token = data.inviteUrl.split('/').at(-1)
  await t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: dev })
  return data.invite._id
}
const confirm = (id: string) =>
  t.call(confirmGuardianInvite, { params: { id }, body: { version: 2 } }, { as: priya })

/** Each prepares a change of the child's grown-ups, and returns it. */
const changes: Record<string, () => Promise<() => Promise<Reply>>> = {
  'a helper begins': async () => {
    const id = await accepted(helper)
    return () => confirm(id)
  },
  'a guardian is confirmed': async () => {
    const id = await accepted(guardian)
    return () => confirm(id)
  },
  'a guardian who has not begun is stopped': async () => {
    const invite = await accepted(guardian)
    await confirm(invite)
    return () => t.call(stopGuardianInvite, { params: { invite } }, { as: priya })
  },
  'a guardian leaves': async () => {
    await addGuardian(t.database, params().id, dev)
    return () => t.call(leaveChild, { params: params() }, { as: priya })
  },
  'a guardian shares no places': async () => () =>
    t.call(saveOwnPlace, { params: params(), body: { sharesPlaces: false } }, { as: priya }),
}

describe('while another call changes a playdate of the child', () => {
  test.for(Object.keys(changes))('%s only afterwards', { tags: ['API-087'] }, async (name) => {
    const change = await changes[name]?.()
    if (!change) throw new Error('unknown change')
    const lock = `select from playdate where id = '${playdate}' for no key update`
    const [reply] = await inTurn(t.database, lock, [change], async (waiting) => {
      expect(waiting).toHaveLength(1)
      // It holds nothing yet that the other call may need.
      await t.database.pool.query('select from playdate_caregiver for update nowait')
    })
    expect(reply?.status).toBe(200)
  })
})
