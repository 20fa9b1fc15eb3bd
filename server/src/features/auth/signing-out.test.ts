import { logout, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '#db/listen.ts'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { addParent, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database)
})
afterAll(() => t.close())

const who = async (as: Tokens) => (await t.call(whoami, {}, { as })).status

describe('a session that has ended', () => {
  test('is refused at the very next call, even if it was just used', {
    tags: ['API-072'],
  }, async () => {
    for (let round = 0; round < 30; round += 1) {
      const ben = await addParent(t.database)
      expect(await who(ben)).toBe(200)
      expect((await t.call(logout, {}, { as: ben })).status).toBe(200)
      expect(await who(ben)).toBe(401)
    }
  })

  test('is not cached by a read that began before it ended', {
    tags: ['API-045', 'API-072'],
  }, async () => {
    const { shared } = t.database
    const read = shared.query
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const seen = new Promise<void>((resolve) => {
      shared.query = async (...asked) => {
        const answer = await read(...asked)
        resolve()
        await held
        return answer
      }
    })
    const before = who(anna)
    await seen
    shared.query = read
    let hear = () => {}
    const heard = new Promise<void>((resolve) => {
      hear = resolve
    })
    const listener = await listen(t.database.url, { onSignal: () => hear(), onGap() {}, onError() {} })
    expect((await t.call(logout, {}, { as: anna })).status).toBe(200)
    // Waits for the signal, which would otherwise clear the cache once more.
    await heard
    await listener.close()
    release()
    expect(await before).toBe(200)
    expect(await who(anna)).toBe(401)
  })
})
