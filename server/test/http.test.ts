import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import cookie from '@fastify/cookie'
import { login, register, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { createWebsocketTicket } from '@tagalong/contract/features/chat/chat.contract.ts'
import { sendNotification } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import { fullPath } from '@tagalong/contract/http/endpoint.ts'
import { echo } from '@tagalong/contract/http/public.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { audited } from '#http/audit.ts'
import { authorise } from '#http/authorised.ts'
import { forbidden } from '#http/refusal.ts'
import { type Route, route } from '#http/route.ts'
import { registerScope, type Shared } from '#http/scope.ts'
import { handleErrors } from '#http/server/errors.ts'
import { lines, loggerOptions } from '#http/server/logging.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabaseUrl } from '#test/database.ts'
import { addParent, fingerprint, type Parent } from '#test/world.ts'

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

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  t.send('POST', url, { as: anna, payload, headers })

describe('incoming requests', () => {
  test.each([
    ['broken JSON', '{"id":', 400, refusalTexts.badJson()],
    ['a key that would reach the prototype', '{"__proto__":{"isAdmin":true}}', 400, refusalTexts.badJson()],
    ['more than 64 KB', JSON.stringify({ id: 'x'.repeat(65_536) }), 413, refusalTexts.tooLarge()],
    ['an array', '[]', 400, undefined],
    ['null', 'null', 400, undefined],
  ])(
    '%s is refused in the envelope and changes nothing',
    { tags: ['API-045'] },
    async (_what, payload, status, text) => {
      const before = await fingerprint(t.database)
      const reply = await post('/api/app/reject-playdate', payload)
      expect(reply.status).toBe(status)
      expect(reply.body).toMatchObject({ status, error: text ?? expect.any(String) })
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test('a content type other than JSON is refused with 415', { tags: ['API-045'] }, async () => {
    const reply = await post('/api/app/reject-playdate', 'id=1', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect([reply.status, reply.body.error]).toEqual([415, refusalTexts.unsupportedType()])
  })

  test('an empty body with a JSON content type counts as an empty object, also for DELETE', {
    tags: ['API-056', 'API-059'],
  }, async () => {
    const ticket = await post('/api/app/websocket-ticket', '')
    expect(ticket.status).toBe(200)
    const gone = await t.send('DELETE', '/api/app/connection/01a1f8f5-e6e2-74f6-8910-e6f4fe31e720', {
      as: anna,
      payload: '',
    })
    expect(gone.status).toBe(404)
  })

  test.each([
    'x',
    '1',
    "'; drop table playdate; --",
    '01a1f8f5-e6e2-74f6-8910-e6f4fe31e72',
    '%00',
    '..%2f..%2fetc',
  ])('the id %j is refused with a clear text', { tags: ['API-045'] }, async (id) => {
    const reply = await t.send('GET', `/api/app/playdate/${encodeURIComponent(id)}`, { as: anna })
    expect([reply.status, reply.body.error]).toEqual([
      400,
      'That link is not complete. Please go back and try again.',
    ])
  })

  test.each([
    ['cross-site', 400],
    ['same-site', 400],
    ['none', 400],
    ['same-origin', 200],
  ])('a sign-out whose Sec-Fetch-Site is %s returns %i', { tags: ['API-045'] }, async (site, status) => {
    const reply = await t.send('GET', '/api/auth/logout', { as: anna, headers: { 'sec-fetch-site': site } })
    expect(reply.status).toBe(status)
    const after = await t.send('GET', '/api/auth/whoami', { as: anna })
    expect(after.status).toBe(status === 200 ? 401 : 200)
  })

  test('an unknown query parameter is refused with 400, and an unknown call with 404 in the envelope', {
    tags: ['API-045'],
  }, async () => {
    const query = await t.send('GET', '/api/app/connection?all=1', { as: anna })
    expect([query.status, query.body.fields]).toEqual([400, { all: 'This field is not known here' }])
    for (const url of ['/api/app/nothing', '/api/', '/api/auth/login/x']) {
      expect((await t.send('GET', url, { as: anna })).text).toBe('{"status":404,"error":"Not found"}')
    }
  })
})

describe('malformed or unusual HTTP', () => {
  let own: TestApp
  beforeAll(async () => {
    own = await testApp()
    await own.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => own.close())

  /** Returns the reply to these very bytes. */
  const answerTo = async (...head: string[]) => {
    const { port } = own.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write([...head, 'Host: localhost', 'Connection: close', '', ''].join('\r\n'))
    return text(socket)
  }

  test('a request with two lengths, a bad length or no method gets 400 with security headers', {
    tags: ['API-045'],
  }, async () => {
    for (const head of [
      ['POST /api/auth/login HTTP/1.1', 'Content-Length: 4', 'Transfer-Encoding: chunked'],
      ['POST /api/auth/login HTTP/1.1', 'Content-Length: 4', 'Content-Length: 5'],
      ['POST /api/auth/login HTTP/1.1', 'Content-Length: 4x'],
      ['HELLO'],
    ]) {
      const reply = await answerTo(...head)
      expect(reply).toMatch(/^HTTP\/1\.1 400 /)
      expect(reply).toContain('X-Content-Type-Options: nosniff')
      expect(reply).toContain("frame-ancestors 'none'")
    }
  })

  test('TRACE returns 404 and echoes nothing', { tags: ['API-045'] }, async () => {
    const reply = await answerTo('TRACE / HTTP/1.1', 'X-Secret: here')
    expect(reply).toMatch(/^HTTP\/1\.1 404 /)
    expect(reply).not.toContain('here')
  })
})

describe('replies', () => {
  test('an unexpected failure reveals neither SQL nor a stack trace', { tags: ['API-045'] }, async () => {
    await t.database.pool.query('alter table connection rename to hidden_connection')
    try {
      const reply = await t.send('GET', '/api/app/connection', { as: anna })
      expect(reply.text).toBe(JSON.stringify({ status: 500, error: refusalTexts.unexpected() }))
    } finally {
      await t.database.pool.query('alter table hidden_connection rename to connection')
    }
  })

  test('a query that hangs is ended and answered with 503 and Retry-After', {
    tags: ['API-045'],
  }, async () => {
    const other = await t.database.pool.connect()
    try {
      await other.query('begin; lock table connection in access exclusive mode')
      const reply = await t.send('GET', '/api/app/connection', { as: anna })
      expect([reply.status, reply.body.error, reply.headers['retry-after']]).toEqual([
        503,
        refusalTexts.unavailable(),
        '2',
      ])
    } finally {
      await other.query('rollback')
      other.release()
    }
    expect((await t.send('GET', '/api/app/connection', { as: anna })).status).toBe(200)
  })

  test('while the database is unavailable, calls return 503 with Retry-After; afterwards they work again', {
    tags: ['API-045'],
  }, async () => {
    const url = new URL(await testDatabaseUrl())
    const name = url.pathname.slice(1)
    url.pathname = '/postgres'
    const admin = new pg.Client({ connectionString: url.href })
    await admin.connect()
    try {
      await admin.query(`alter database ${name} allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      const reply = await t.send('GET', '/api/app/connection', { as: anna })
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2'])
      expect((await t.send('GET', '/ready')).status).toBe(503)
      expect((await t.send('GET', '/health')).status).toBe(200)
    } finally {
      await admin.query(`alter database ${name} allow_connections true`)
      await admin.end()
    }
    await vi.waitFor(async () => expect((await t.send('GET', '/ready')).status).toBe(200), {
      timeout: 10_000,
    })
    expect((await t.send('GET', '/api/app/connection', { as: anna })).status).toBe(200)
  })

  test('the headers forbid foreign scripts, framing and caching, and each reply has its own id', {
    tags: ['API-045'],
  }, async () => {
    const first = await t.send('GET', '/api/app/connection', { as: anna })
    const second = await t.send('GET', '/api/app/connection', { as: anna })
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
    const csp = String(first.headers['content-security-policy'])
    expect(csp).toContain("script-src 'self';")
    expect(csp).toContain("frame-ancestors 'none'")
    expect(csp).not.toContain('unsafe')
    expect(first.headers['strict-transport-security']).toBeUndefined()
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test('an app with an https address sends Strict-Transport-Security', { tags: ['API-045'] }, async () => {
    const secure = await testApp({ PUBLIC_URL: 'https://play.example.org' })
    const reply = await secure.send('GET', '/health')
    expect(reply.headers['strict-transport-security']).toContain('max-age=31536000')
    await secure.close()
  })

  test.each([
    ['GET', 'public', '/echo'],
    ['POST', 'public', '/resubscribe'],
    ['POST', 'public', '/checkSubscription'],
    ['POST', 'auth', '/login'],
    ['GET', 'auth', '/whoami'],
    ['GET', 'app', '/playdate?status=pending'],
    ['GET', 'app', '/connection'],
    ['GET', 'app', '/checkSubscription'],
  ])(
    '%s /api/%s%s exists under this scope and no other',
    { tags: ['API-046', 'API-048', 'API-049', 'API-053'] },
    async (method, group, path) => {
      const found: string[] = []
      for (const each of ['public', 'auth', 'app', 'admin', 's3', 'stripe']) {
        const reply = await t.send(method, `/api/${each}${path}`, {
          as: anna,
          ...(method === 'POST' && { payload: {} }),
        })
        if (reply.status !== 404) found.push(each)
      }
      expect(found).toEqual([group])
    },
  )

  test('every call’s path begins with /api/ and its scope; echo returns the time', {
    tags: ['API-046', 'API-048', 'API-049', 'API-052', 'API-053', 'API-139'],
  }, async () => {
    for (const endpoint of t.app.endpoints)
      expect(fullPath(endpoint)).toMatch(new RegExp(`^/api/${endpoint.scope}/`))
    const reply = await t.call(echo)
    expect(Math.abs(Date.parse(reply.body.data.time) - Date.now())).toBeLessThan(60_000)
  })

  test('the OpenAPI document describes every registered call, and its page opens', {
    tags: ['API-061'],
  }, async () => {
    const document = (await t.send('GET', '/api/openapi.json')).text
    const { servers, paths } = JSON.parse(document) as {
      servers: unknown
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(servers).toEqual([{ url: 'http://localhost:3000' }])
    for (const endpoint of t.app.endpoints) {
      const { name: operationId, summary, guard, method, status, refusals } = endpoint
      const path = fullPath(endpoint).replaceAll(/:(\w+)/g, '{$1}')
      const operation = paths[path]?.[method.toLowerCase()]
      const roles = guard === 'user' ? [] : [guard]
      const security = guard === 'none' ? [] : [{ session: roles }]
      expect(operation, path).toMatchObject({ operationId, summary, security })
      const named = Object.keys(operation?.responses ?? {}).map(Number)
      expect(named, path).toEqual(expect.arrayContaining([status, ...refusals]))
    }
    expect(paths['/api/app/playdate']?.post?.responses).toHaveProperty('402')
    expect(paths['/api/app/playdate']?.get?.responses).not.toHaveProperty('402')
    // Each schema is in it once; before they had names, it took three times as much per call.
    expect(document.length / t.app.endpoints.length).toBeLessThan(1_500)
    const page = await t.send('GET', '/api/docs')
    expect(page.status).toBe(200)
    expect(String(page.headers['content-security-policy'])).not.toContain('validator.swagger.io')
  })
})

describe('many simultaneous or hostile requests', () => {
  test('more simultaneous calls than there are database connections all succeed', {
    tags: ['API-045'],
  }, async () => {
    const ben = await addParent(t.database)
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2
          ? t.send('POST', '/api/auth/request-token', {
              payload: { email: 'a@b.example', confirmEmail: 'a@b.example' },
            })
          : t.send('POST', '/api/app/availability-slots', {
              as: n % 4 ? anna : ben,
              payload: {
                children: (n % 4 ? anna : ben).children,
                from: '2027-06-12T04:00:00Z',
                to: '2027-06-13T04:00:00Z',
              },
            }),
      ),
    )
    // A wait for a connection ends after 5 s, with 503.
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('a proposed time outside this century is refused and changes nothing', {
    tags: ['API-045', 'API-027'],
  }, async () => {
    const before = await fingerprint(t.database)
    for (const time of ['9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00Z', '2100-01-01T00:00:00Z']) {
      const reply = await post(
        '/api/app/playdate',
        JSON.stringify({
          type: 'single',
          ownerChildren: anna.children,
          recipientChildren: anna.children,
          proposedLocations: { option1: 'x' },
          proposedTimes: [time],
        }),
      )
      expect([reply.status, reply.body.fields]).toEqual([
        400,
        { 'proposedTimes.0': 'Please give a date and time' },
      ])
    }
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('5,000 unknown fields are not all sent back, and no validator message reaches the caller', {
    tags: ['API-045'],
  }, async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 1]))
    const reply = await t.send('POST', '/api/auth/login', { payload: many })
    expect(reply.text.length).toBeLessThan(3_000)
    const named = await t.send('POST', '/api/auth/login', {
      payload: { toString: 1, email: ['x'], password: {} },
    })
    expect(named.status).toBe(400)
    expect(named.text).not.toMatch(/expected|received|Too big|Invalid option/)
    expect(Object.keys(named.body.fields ?? {})).toContain('toString')
  })

  test('after ten changes of phone number, another one is refused with 429', {
    tags: ['API-092', 'API-045'],
  }, async () => {
    const body = { name: 'A', lastName: 'B', zipCode: '94601' }
    const save = (number: number) =>
      post(
        '/api/app/caregiver-profile/current-user',
        JSON.stringify({ ...body, phoneNumber: `+1415334${1_000 + number}` }),
      )
    for (let n = 0; n < 10; n += 1) expect((await save(n)).status).toBe(200)
    expect((await save(11)).status).toBe(429)
  })

  test('a sign-in with a very long email address gets an ordinary 400', { tags: ['API-045'] }, async () => {
    const email = `${'x'.repeat(64)}@${'y'.repeat(180)}.example`
    const reply = await t.send('POST', '/api/auth/login', { payload: { email, password: 'Wrong1!x' } })
    expect(reply.status).toBe(400)
  })

  test('an id in capitals is accepted', { tags: ['API-045'] }, async () => {
    const reply = await t.send('GET', `/api/app/child/find-by-caregiver/${anna.caregiverId.toUpperCase()}`, {
      as: anna,
    })
    expect(reply.status).toBe(200)
  })

  test('a time zone gets its standard spelling; invisible, reversed or broken names are refused', {
    tags: ['PROFILE-01'],
  }, async () => {
    const save = (change: object) =>
      post(
        '/api/app/caregiver-profile/current-user',
        JSON.stringify({
          name: 'A',
          lastName: 'B',
          zipCode: '94601',
          phoneNumber: anna.phoneNumber,
          ...change,
        }),
      )
    expect((await save({ timeZone: 'aMeRiCa/nEw_yOrK' })).body.data).toMatchObject({
      timeZone: 'America/New_York',
    })
    for (const name of ['\u200b', '\u202eevil', '\ud800']) expect((await save({ name })).status).toBe(400)
  })

  test('a socket that floods the server is closed, and so is the first of too many in a session', {
    tags: ['CHAT-15'],
  }, async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = t.app.server.address() as AddressInfo
    const open = async () => {
      const { ticket } = (await post('/api/app/websocket-ticket', '')).body.data as { ticket: string }
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/app/websocket?ticket=${ticket}`)
      await once(socket, 'open')
      return socket
    }
    const noisy = await open()
    const ended = once(noisy, 'close')
    for (let n = 0; n < 500; n += 1) noisy.send('ping')
    await ended
    const first = await open()
    const gaveWay = once(first, 'close')
    for (let n = 0; n < 20; n += 1) await open()
    expect((await gaveWay)[0]).toBe(1013)
  })
})

describe('operations', () => {
  test('metrics need the token if one is set; otherwise they are hidden from calls through a proxy', {
    tags: ['API-045'],
  }, async () => {
    const guarded = await testApp({ METRICS_TOKEN: 'a-long-metrics-token' })
    const ask = async (headers: Record<string, string>) => {
      const reply = await guarded.app.inject({ method: 'GET', url: '/metrics', headers })
      return [reply.statusCode, reply.body.includes('process_cpu')]
    }
    expect(await ask({})).toEqual([404, false])
    expect(await ask({ authorization: 'Bearer a-long-metrics-tokeX' })).toEqual([404, false])
    expect(await ask({ authorization: 'Bearer ÿ-long-metrics-token' })).toEqual([404, false])
    expect(
      await ask({ 'x-forwarded-for': '203.0.113.1', authorization: 'Bearer a-long-metrics-token' }),
    ).toEqual([200, true])
    const open = async (headers: Record<string, string>) =>
      (await t.app.inject({ method: 'GET', url: '/metrics', headers })).statusCode
    expect(await open({})).toBe(200)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'via', 'forwarded', 'x-forwarded-proto']) {
      expect(await open({ [name]: 'https' })).toBe(404)
    }
    await guarded.close()
  })

  test('a draining app is healthy but no longer ready', { tags: ['API-045'] }, async () => {
    const closing = await testApp()
    expect((await closing.send('GET', '/ready')).status).toBe(200)
    closing.app.drain()
    expect((await closing.send('GET', '/ready')).status).toBe(503)
    expect((await closing.send('GET', '/health')).status).toBe(200)
    await closing.close()
  })

  test('closing waits for a request in flight, but not for its kept-alive connection', async () => {
    const closing = await testApp()
    const address = await closing.app.listen({ port: 0, host: '127.0.0.1' })
    const agent = new Agent({ keepAlive: true })
    const url = `${address}${fullPath(createWebsocketTicket)}`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${anna.accessToken}` }
    const asking = request(url, { method: 'POST', agent, headers })
    asking.flushHeaders()
    await once(closing.app.server, 'request')
    const closed = closing.close()
    await vi.waitFor(() => expect(closing.app.server.listening).toBe(false), { timeout: 10_000 })
    asking.end('{}')
    const [reply] = await once(asking, 'response')
    expect(reply.statusCode).toBe(200)
    reply.resume()
    await closed
    agent.destroy()
  })

  test('a route without a policy, use case or guard, or with the wrong guard or scope, is refused', {
    tags: ['API-001'],
  }, () => {
    const app = Fastify().decorate('endpoints', [])
    const register =
      (each: Route, base: 'none' | 'user' = 'none') =>
      () =>
        registerScope(app, 'public', base, [each], {} as Shared)
    const sound = route(echo, { policy: () => authorise(null), handle: () => ({ time: '' }) })
    expect(register({ ...sound, policy: undefined } as unknown as Route)).toThrow('no policy')
    const { handle: _, ...unhandled } = sound
    expect(register({ ...unhandled, endpoint: { ...echo, method: 'POST' } })).toThrow('no use case')
    expect(register({ ...sound, endpoint: { ...echo, guard: undefined } } as unknown as Route)).toThrow(
      'no guard',
    )
    expect(register(sound, 'user')).toThrow('no guard of its scope')
    expect(register({ ...sound, endpoint: { ...echo, scope: 'app' } })).toThrow('belongs to the scope app')
  })

  test('a refusal that its endpoint does not name becomes a 500, but only in tests', {
    tags: ['API-061'],
  }, async () => {
    const statusOf = async (checkReplies: boolean, refusals: readonly 403[]) => {
      const app = Fastify().decorate('endpoints', [])
      handleErrors(app)
      app.setValidatorCompiler(validatorCompiler)
      await app.register(cookie)
      const refused = route({ ...echo, refusals }, { policy: () => forbidden, handle: () => ({ time: '' }) })
      const env = { publicUrl: 'http://localhost' }
      registerScope(app, 'public', 'none', [refused], { database: {}, env, checkReplies } as Shared)
      return (await app.inject({ method: 'GET', url: fullPath(echo) })).statusCode
    }
    expect(await statusOf(true, [403])).toBe(403)
    expect(await statusOf(true, [])).toBe(500)
    expect(await statusOf(false, [])).toBe(403)
  })

  test('an admin route that changes something without an audit log entry is refused', {
    tags: ['API-047'],
  }, () => {
    const register = (each: Route) => () =>
      registerScope(Fastify().decorate('endpoints', []), 'admin', 'admin', [each], {} as Shared)
    const logged = audited(sendNotification, {
      policy: () => authorise(null),
      handle: async () => ({ result: null, entry: { kind: 'user', id: null, before: null, after: null } }),
      present: () => ({}),
    })
    const unlogged = route(sendNotification, { policy: () => authorise(null), handle: () => ({}) })
    expect(register(logged)).not.toThrow()
    expect(register(unlogged)).toThrow('leaves nothing in the audit log')
    // Logged under another name, or outside its transaction.
    expect(register({ ...logged, endpoint: { ...sendNotification, name: 'other' } })).toThrow(
      'leaves nothing',
    )
    expect(register(Object.assign(logged, { transaction: 'own' }))).toThrow('leaves nothing')
  })

  test('logs contain no token, password, phone number, email address or query', {
    tags: ['CHAT-15', 'API-045'],
  }, () => {
    const written: string[] = []
    const log = pino(loggerOptions('info'), { write: (line: string) => written.push(line) })
    const token = 'M0g92cDOCx6ntfSsECm134IwoOQqFwAnTMjVbqdhWfw'
    log.info({ req: { method: 'GET', url: `/api/app/websocket?ticket=${token}` } }, 'incoming request')
    log.info({
      body: { password: 'Playdate1!', phoneNumber: '+15103341201', email: 'a@b.c' },
      token: { accessToken: token, refreshToken: token },
    })
    log.error({
      err: Object.assign(new Error(`no such number +15103341201 for ${token}`), {
        detail: 'Key (phone_number)=(+15103341201)',
      }),
    })
    const all = written.join('')
    expect(written).toHaveLength(3)
    for (const secret of [token, 'Playdate1!', '+15103341201', 'ticket=', 'a@b.c'])
      expect(all).not.toContain(secret)
    expect(all).toContain('/api/app/websocket')
  })

  test('logs don’t contain the names of uploaded files', { tags: ['API-045', 'FILE-04'] }, async () => {
    const logged = await testApp({ LOG_LEVEL: 'info' })
    const written = vi.spyOn(lines, 'write').mockReturnValue(true)
    const path = '/api/s3/get-signed-post-url/Mia%20Berger.jpg'
    expect((await logged.send('GET', `${path}/image%2Fjpeg`, { as: anna })).status).toBe(200)
    expect((await logged.send('GET', `${path}/text%2Fhtml`, { as: anna })).status).toBe(400)
    expect((await logged.send('GET', path, { as: anna })).status).toBe(404)
    const said = written.mock.calls.join()
    written.mockRestore()
    await logged.close()
    expect(said.split('/api/s3/get-signed-post-url/…')).toHaveLength(4)
    expect(said).not.toContain('Mia')
  })

  test('logs name users only by id, for calls that succeed and calls that are refused', {
    tags: ['API-045'],
  }, async () => {
    const entered = { email: 'somebody@example.org', password: 'Sandbox-Sunny-42!' }
    const joined = await t.call(register, {
      body: { ...entered, confirmPassword: entered.password, tos: true, privacy: true, queryParams: [] },
    })
    const me = await t.call(whoami, undefined, { as: joined.body.data.token })
    const user = me.body.data.user._id
    const logged = await testApp({ LOG_LEVEL: 'info' })
    const written = vi.spyOn(lines, 'write').mockReturnValue(true)
    await logged.call(login, { body: entered })
    await logged.call(login, { body: { ...entered, password: 'Playdate2!' } })
    await logged.call(login, { body: { ...entered, email: 'nobody@example.org' } })
    await logged.send('GET', '/api/app/connection', { as: anna })
    await logged.send('GET', '/api/admin/user', { as: anna })
    // The mail about an unknown device belongs to no request.
    const said = written.mock.calls.map(([line]) => JSON.parse(line)).filter(({ reqId }) => reqId)
    written.mockRestore()
    await logged.close()
    expect(said.map((each) => [each.msg, each.user, each.res?.statusCode])).toEqual([
      ['signed in', user, undefined],
      ['request completed', undefined, 200],
      ['wrong password', user, undefined],
      ['request completed', undefined, 400],
      ['wrong password', undefined, undefined],
      ['request completed', undefined, 400],
      ['request completed', anna.userId, 200],
      ['request completed', anna.userId, 403],
    ])
    expect(JSON.stringify(said)).not.toContain('@example.org')
    expect(new Set(said.slice(0, 2).map(({ reqId }) => reqId)).size).toBe(1)
  })
})
