import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { keepRows } from '#test/database.ts'
import { fingerprint } from '#test/world.ts'
import { accountLines } from './authorization/account-lines.ts'
import { adminLines } from './authorization/admin-lines.ts'
import { type Actor, actors, type Line, newKey, type World } from './authorization/line.ts'
import { peopleLines } from './authorization/people-lines.ts'
import { playdateLines } from './authorization/playdate-lines.ts'
import { idsOf, makeWorld } from './authorization/world.ts'

const lines = [...adminLines, ...accountLines, ...peopleLines, ...playdateLines]

const withoutProfile: readonly Actor[] = ['noProfile', 'admin', 'adminNotFresh', 'adminWithoutStep']

/** Returns the status that the guard alone gives; undefined if it lets the actor through. */
function guardAnswer({ guard, whilePaused, fresh }: AnyEndpoint, actor: Actor): number | undefined {
  if (guard === 'none') return undefined
  if (actor === 'anonymous' || actor === 'expired' || actor === 'revoked') return 401
  if (actor === 'refreshable') return 302
  if (actor === 'paused' || actor === 'closed') return whilePaused ? undefined : 409
  if (guard === 'admin' && (actor === 'adminNotFresh' || actor === 'adminWithoutStep')) return 409
  if (guard === 'admin' && actor !== 'admin' && actor !== 'sideAdmin') return 403
  if (guard === 'caregiver' && withoutProfile.includes(actor)) return 409
  if (fresh && (actor === 'notFresh' || actor === 'adminNotFresh')) return 409
  return undefined
}

/**
 * Returns the line's status for an actor. Unless it says otherwise, a friend, administrator or stranger who is
 * something else besides is answered like any other.
 */
function answerOf({ endpoint, expect }: Line, actor: Actor): number | undefined {
  const { admin, connected, stranger } = expect
  const others: Partial<Record<Actor, number | undefined>> = {
    sideAdmin: endpoint.guard === 'admin' ? admin : connected,
    reported: connected,
    muter: connected,
    muted: connected,
    notFresh: stranger,
    adminNotFresh: admin,
  }
  return expect[actor] ?? others[actor] ?? expect.all
}

/** Returns all that a caller could tell two replies apart by, except what each call has of its own. */
function shown({ status, headers, text }: Reply): string {
  const same = Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return JSON.stringify([status, same.toSorted(), text])
}

describe('the authorisation matrix', () => {
  let t: TestApp
  let strict: TestApp
  beforeAll(async () => {
    t = await testApp()
    strict = await testApp({ SAFETY: 'strict' })
  })
  afterAll(async () => {
    await strict.close()
    await t.close()
  })

  let made: { world: World; at: number; putBack(): Promise<void> } | undefined

  /** Returns the same world for up to a minute, so that what must be fresh in it is no older. */
  async function freshWorld(): Promise<World> {
    if (made && Date.now() - made.at < 60_000) await made.putBack()
    else {
      await t.reset()
      made = { world: await makeWorld(t.database), at: Date.now(), putBack: await keepRows('world') }
    }
    return made.world
  }

  test('has exactly one line for each registered endpoint', { tags: ['API-001'] }, () => {
    const registered = t.app.endpoints.map(({ name }) => name).sort()
    expect(lines.map(({ endpoint }) => endpoint.name).sort()).toEqual(registered)
    expect(new Set(registered).size).toBe(registered.length)
  })

  const adminWrites = adminLines.filter(({ endpoint }) => endpoint.method !== 'GET')
  test.each(adminWrites.map((line) => [line.endpoint.name, line] as const))(
    '%s leaves one entry in the audit log, or none if it is refused',
    { tags: ['API-047', 'API-151'] },
    async (name, { endpoint, request, expect: expected }) => {
      const world = await freshWorld()
      const ids = await idsOf(t.database, world, endpoint)
      const input = request?.(ids, world, world.admin) as never
      const reply = await t.call(endpoint, input, { as: world.admin })
      expect(reply.status).toBe(expected.admin)
      const { rows } = await t.database.pool.query('select actor_id, action from audit_log')
      const entry = { actor_id: world.admin.userId, action: name }
      expect(rows).toEqual(reply.status === 200 ? [entry] : [])
    },
  )

  for (const line of lines) {
    test(`${line.endpoint.name} gives every actor the expected status, and a refusal changes no row`, {
      tags: ['API-045'],
    }, async () => {
      const world = await freshWorld()
      const ids = await idsOf(t.database, world, line.endpoint)
      const rows = await fingerprint(t.database)
      // A call that changes nothing leaves the same world to the next actor; changes are put back.
      const putBack = await keepRows('before')
      for (const actor of actors) {
        // Elsewhere this actor is like anybody else.
        if (actor === 'adminWithoutStep' && line.endpoint.guard !== 'admin') continue
        const as = actor === 'anonymous' ? null : world[actor]
        const input = line.request?.(ids, world, as ?? world.owner)
        const place = actor === 'adminWithoutStep' ? strict : t
        const reply = await place.call(line.endpoint, input as never, { as })
        const expected = guardAnswer(line.endpoint, actor) ?? answerOf(line, actor)
        expect(`${actor} ${reply.status} ${reply.status === expected ? '' : reply.text}`.trim()).toBe(
          `${actor} ${expected}`,
        )
        const after = await fingerprint(t.database)
        if (reply.status >= 300) expect(after).toBe(rows)
        else if (after !== rows) await putBack()
      }
    })

    const { missing, request } = line
    if (missing && request) {
      test(`${line.endpoint.name} replies the same for a missing row as for one that the actor may not see`, {
        tags: ['API-045'],
      }, async () => {
        const world = await freshWorld()
        const real = await idsOf(t.database, world, line.endpoint)
        const none = {
          playdate: newId(),
          series: newId(),
          room: newId(),
          connection: newId(),
          invite: newKey(),
          group: newId(),
          pod: newId(),
          membership: newId(),
          caregiver: newId(),
          child: newId(),
          ownChild: newId(),
          session: newId(),
          passkey: newKey(),
          photo: newKey(),
          event: newId(),
          user: newId(),
          report: newId(),
          complaint: newId(),
          guardianInvite: newId(),
          away: newId(),
          ask: newId(),
        }
        const before = await fingerprint(t.database)
        const asker = line.endpoint.guard === 'admin' ? world.admin : world.owner
        const absent = await t.call(line.endpoint, request(none, world, asker) as never, { as: asker })
        expect(absent.status).toBe(missing)
        const blind = actors.filter(
          (actor) =>
            actor !== 'adminWithoutStep' &&
            (guardAnswer(line.endpoint, actor) ?? answerOf(line, actor)) === missing,
        )
        expect(blind).not.toEqual([])
        for (const actor of blind) {
          const as = actor === 'anonymous' ? null : world[actor]
          const foreign = await t.call(line.endpoint, request(real, world, as ?? asker) as never, { as })
          expect(`${actor} ${shown(foreign)}`).toBe(`${actor} ${shown(absent)}`)
        }
        expect(await fingerprint(t.database)).toBe(before)
      })
    }
  }
})
