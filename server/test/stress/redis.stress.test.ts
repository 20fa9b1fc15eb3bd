import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#app.ts'
import { type Database, openDatabase } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import { listen, notify, type Signal } from '#db/listen.ts'
import { readEnv } from '#env.ts'
import { createLimits } from '#http/limits/limits.ts'
import { useRedis } from '#integrations/redis.ts'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { openListeningPage } from '#test/listening-page.ts'
import { startRedis, type TestRedis } from '#test/redis.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addParent, addRequest, connect, type Parent } from '#test/world.ts'

/** One of two apps, each on connections of its own, as in two processes. */
interface Node {
  app: FastifyInstance
  database: Database
  url: string
}

const dataDir = mkdtempSync(join(tmpdir(), 'tagalong-redis-'))
let redis: TestRedis
let nodes: [Node, Node]
let database: Database
let anna: Parent
let ben: Parent
let room: { id: string; roomId: string }
let statuses: number[]

beforeAll(async () => {
  redis = await startRedis()
  database = await testDatabase()
  nodes = [await startNode(redis.url), await startNode(redis.url)]
})
beforeEach(async () => {
  await resetDatabase()
  statuses = []
  await addFriends()
})
afterAll(async () => {
  for (const node of nodes) await stopNode(node)
  await redis.close()
  rmSync(dataDir, { recursive: true })
})

/** Adds Anna and Ben, with a chat that nobody has written in: one caregiver's messages are limited. */
async function addFriends(): Promise<void> {
  anna = await addParent(database, { name: 'Anna' })
  ben = await addParent(database, { name: 'Ben' })
  await connect(database, anna, ben)
  room = await addRequest(database, anna, ben)
}

async function startNode(redisUrl: string): Promise<Node> {
  const own = await openDatabase(await testDatabaseUrl())
  const env = readEnv({
    LOG_LEVEL: 'silent',
    WEB_DIST: '/nowhere',
    DATA_DIR: dataDir,
    REDIS_URL: redisUrl,
  })
  const app = await buildApp({ env, database: own, byClock: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, database: own, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

async function stopNode({ app, database: own }: Node): Promise<void> {
  await app.close()
  await own.close()
}

async function post(node: Node, path: string, as: Parent, payload: object = {}) {
  const reply = await node.app.inject({
    method: 'POST',
    url: `/api/app/${path}`,
    headers: { authorization: `Bearer ${as.accessToken}` },
    payload,
  })
  statuses.push(reply.statusCode)
  return reply
}

const say = (node: Node, text: string) =>
  post(node, 'message', anna, { chatRoom: room.roomId, message: { text } })
const submitReport = (node: Node, as: Parent) =>
  post(node, 'submit-crash-report', as, {
    componentName: 'X',
    error: { name: 'E', message: 'm', stack: '' },
    userDescription: '',
  })

/** Returns what Postgres has counted for the only key of a limit. */
async function pointsOf(limit: string): Promise<number> {
  const { rows } = await database.pool.query<{ points: number }>(
    'select points from rate_limit where key like $1',
    [`${limit}:%`],
  )
  return rows[0]?.points ?? 0
}

/** What is done to Redis, and how it ends. */
const troubles = {
  killed: { begin: () => redis.kill(), end: () => redis.start() },
  hung: { begin: async () => redis.hang(), end: async () => redis.goOn() },
  flushed: { begin: () => redis.flush(), end: async () => undefined },
}

/** Resolves once both processes listen on Redis again. */
const isBack = () =>
  vi.waitFor(async () => expect(await redis.listeners()).toBe(2), { timeout: 10_000, interval: 50 })

describe('Redis', () => {
  test('a process starts without Redis, signals through Postgres meanwhile, and connects once Redis is up', async () => {
    const late = await startRedis()
    await late.kill()
    const node = await startNode(late.url)
    const page = await openListeningPage(node.url, ben)
    const before = page.reloads
    expect((await say(node, 'without')).statusCode).toBe(200)
    await vi.waitFor(() => expect(page.reloads).toBeGreaterThan(before), { timeout: 10_000 })
    await late.start()
    // Signals that others sent by Redis meanwhile were missed.
    await vi.waitFor(() => expect(page.closes).toEqual([1012]), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await late.listeners()).toBe(1), { timeout: 10_000 })
    page.leave()
    await stopNode(node)
    await late.close()
  })

  test('calls over their limit are refused without being counted in Postgres', async () => {
    await isBack()
    const reporter = await addParent(database)
    const answers: number[] = []
    for (let number = 0; number < 20; number += 1) {
      answers.push((await submitReport(nodes[number % 2 === 0 ? 0 : 1], reporter)).statusCode)
    }
    expect(answers).toEqual([...Array(5).fill(201), ...Array(15).fill(429)])
    // Postgres decides whenever Redis is late, which may happen a few times on a busy machine.
    expect(await pointsOf('crash-report')).toBeLessThan(answers.length)
  })

  test('Postgres counts no call over its limit, however long Redis takes', async () => {
    const limit = { name: 'patient', points: 5, seconds: 60 }
    // Without a time limit, unlike the app's connections.
    const connections = [new Redis(redis.url), new Redis(redis.url)]
    for (const each of connections) await each.ping()
    const url = await testDatabaseUrl()
    const processes = connections.map((each) => createLimits(url, { redis: each, prefix: 'patient' }))
    const refused: boolean[] = []
    for (let number = 0; number < 10; number += 1) {
      for (const limits of processes) refused.push((await limits.use(limit, 'Anna')) !== null)
    }
    expect(refused).toEqual([...Array(5).fill(false), ...Array(15).fill(true)])
    expect(await pointsOf('patient')).toBe(5)
    for (const limits of processes) await limits.close()
    for (const each of connections) each.disconnect()
  })

  test('a wrong password is reported as refused, without the password itself', async () => {
    const guarded = await startRedis(['--requirepass', 'right'])
    const heard: unknown[] = []
    const own = await openDatabase(await testDatabaseUrl())
    const connection = await useRedis(guarded.url.replace('redis://', 'redis://:wrong-password@'), {
      database: own,
      installation: Buffer.from('test'),
      onSignal: () => undefined,
      onGap: () => undefined,
      onError: (error) => heard.push(error),
    })
    await vi.waitFor(() => expect(heard.map(String).join()).toContain('WRONGPASS'), { timeout: 10_000 })
    expect(inspect(heard, { depth: 9, showHidden: true })).not.toContain('wrong-password')
    await connection.close()
    await own.close()
    await guarded.close()
  })

  test('if Redis refuses to carry signals, Postgres carries them and the refusal is reported', async () => {
    const acl = ['--user', 'default', 'on', 'nopass', '~*', '&*', '+@all', '-publish', '-subscribe']
    const guarded = await startRedis(acl)
    const heard: unknown[] = []
    const own = await openDatabase(await testDatabaseUrl())
    const connection = await useRedis(guarded.url, {
      database: own,
      installation: Buffer.from('test'),
      onSignal: () => undefined,
      onGap: () => undefined,
      onError: (error) => heard.push(error),
    })
    const logged = () => heard.map(String).join()
    await vi.waitFor(() => expect(logged()).toContain("'subscribe' command"), { timeout: 10_000 })
    const byPostgres: Signal[] = []
    const listener = await listen(await testDatabaseUrl(), {
      onSignal: (signal) => byPostgres.push(signal),
      onGap: () => undefined,
      onError: () => undefined,
    })
    // A refusal that comes too late isn't reported.
    await vi.waitFor(
      async () => {
        await notify(own.kysely, { kind: 'frame', to: [ben.caregiverId], frame: { secret: 'yes' } })
        expect(logged()).toContain("'publish' command")
        expect(byPostgres).not.toEqual([])
      },
      { timeout: 10_000 },
    )
    expect(inspect(heard, { depth: 9, showHidden: true })).not.toContain('secret')
    await listener.close()
    await connection.close()
    await own.close()
    await guarded.close()
  })

  test('frames of one process reach the pages of another, and not through Postgres', async () => {
    await isBack()
    const byPostgres: Signal[] = []
    const listener = await listen(await testDatabaseUrl(), {
      onSignal: (signal) => byPostgres.push(signal),
      onGap: () => undefined,
      onError: () => undefined,
    })
    const page = await openListeningPage(nodes[1].url, ben)
    const refused = await post(nodes[0], 'message', anna, {
      chatRoom: ben.caregiverId,
      message: { text: 'to nobody' },
    })
    expect(refused.statusCode).toBe(404)
    const messages = 10
    for (let message = 0; message < messages; message += 1) {
      const before = page.reloads
      expect((await say(nodes[0], `${message}`)).statusCode).toBe(200)
      await vi.waitFor(() => expect(page.reloads).toBeGreaterThan(before), { timeout: 10_000 })
    }
    page.leave()
    await listener.close()
    // Postgres carries one, too, whenever Redis is late, which may happen a few times on a busy machine.
    expect(byPostgres.length).toBeLessThan(messages)
  })

  test('a signal sent in a transaction leaves only once that transaction has committed', async () => {
    await isBack()
    const [{ database: own }, other] = nodes
    const page = await openListeningPage(other.url, ben)
    // Frames of what happened before may still be on their way.
    const playdate = newId()
    const mine = () => page.frames.filter((frame) => frame.includes(playdate)).length
    const sendSignal = (db: Db) => notify(db, { kind: 'frame', to: [ben.caregiverId], frame: { playdate } })
    const rolledBack = own.kysely.transaction().execute(async (db) => {
      await sendSignal(db)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await own.kysely.transaction().execute(async (db) => {
      await sendSignal(db)
      await wait(200)
      expect(mine()).toBe(0)
    })
    // Postgres carries it, too, if Redis answers late.
    await vi.waitFor(() => expect(mine()).toBeGreaterThan(0), { timeout: 10_000 })
    page.leave()
  })

  test.each(Object.entries(troubles))(
    '%s: no 5xx, limits hold, revocations take effect within a second, delivery resumes',
    async (name, { begin, end }) => {
      const rounds = sampleOrFull(1, 20)
      let slowest = 0
      for (let round = 0; round < rounds; round += 1) {
        await isBack()
        await addFriends()
        const page = await openListeningPage(nodes[1].url, ben)
        const [reporter, leaver] = [await addParent(database), await addParent(database)]
        const theirs = await openListeningPage(nodes[1].url, leaver)
        const allowed: number[] = []
        const reportTwice = async () => {
          for (const node of nodes) allowed.push((await submitReport(node, reporter)).statusCode)
        }
        await reportTwice()
        await begin()
        for (let message = 0; message < 5; message += 1) {
          const before = page.reloads
          const began = performance.now()
          expect((await say(nodes[0], `${name} ${round} ${message}`)).statusCode).toBe(200)
          await vi.waitFor(() => expect(page.reloads).toBeGreaterThan(before), {
            timeout: sampleOrFull(10_000, 4_000),
            interval: 10,
          })
          slowest = Math.max(slowest, performance.now() - began)
        }
        await reportTwice()
        await endSession(leaver)
        await end()
        await reportTwice()
        await isBack()
        await reportTwice()
        expect(allowed.filter((status) => status === 201)).toHaveLength(5)
        expect(allowed.filter((status) => status === 429)).toHaveLength(3)
        await vi.waitFor(() => expect(theirs.isOpen).toBe(false), { timeout: 10_000 })
        // 1012 if the server was just reconnecting to Redis, which closes all sockets; the page can't come back.
        expect(theirs.closes.at(-1)).toBeOneOf([1008, 1012])
        const before = page.reloads
        await say(nodes[0], 'afterwards')
        await vi.waitFor(() => expect(page.reloads).toBeGreaterThan(before), { timeout: 10_000 })
        page.leave()
        theirs.leave()
      }
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      report(
        `Redis ${name}`,
        `${rounds} rounds, no 5xx, limits held; a frame came after ${Math.round(slowest)} ms at most`,
      )
    },
    300_000,
  )
})

/** Ends a session by one process; the other is told, or finds out. */
async function endSession(person: Parent): Promise<void> {
  const call = (node: Node, path: string) =>
    node.app.inject({
      url: path,
      headers: { authorization: `Bearer ${person.accessToken}`, 'x-refresh-token': person.refreshToken },
    })
  expect((await call(nodes[1], '/api/auth/whoami')).statusCode).toBe(200)
  expect((await call(nodes[0], '/api/auth/logout')).statusCode).toBe(200)
  await wait(1_000)
  expect((await call(nodes[1], '/api/auth/whoami')).statusCode).toBe(401)
}
