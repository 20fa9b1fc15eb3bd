import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEndpoint, DataOf, InputOf } from '@tagalong/contract/http/endpoint.ts'
import { fullPath } from '@tagalong/contract/http/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from '#app.ts'
import type { Database } from '#db/database.ts'
import { readEnv } from '#env.ts'
import { resetDatabase, testDatabase } from './database.ts'

/** A reply as it was received. */
export interface Reply<Data = unknown> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  /** The body as bytes. */
  bytes: Buffer
  body: {
    status: number
    data: Data
    error?: string
    message?: string
    nextCursor?: string | null
    total?: number
    fields?: Record<string, string>
    shouldRefresh?: boolean
  }
}

export interface Tokens {
  accessToken: string
  refreshToken: string
}

export interface CallOptions {
  as?: Tokens | null
  headers?: Record<string, string>
}

export interface TestApp {
  app: FastifyInstance
  database: Database
  /** The folder where this app keeps files and mails, unless its environment says otherwise. */
  dataDir: string
  /** Moves the app's clock; the database keeps its own. */
  clock: { now(): number; shift(ms: number): void }
  call<E extends AnyEndpoint>(
    endpoint: E,
    input?: Loose<InputOf<E>>,
    options?: CallOptions,
  ): Promise<Reply<DataOf<E>>>
  /** Sends a request that the contract needn't allow. */
  send(method: string, url: string, options?: CallOptions & { payload?: string | object }): Promise<Reply>
  reset(): Promise<void>
  close(): Promise<void>
}

// Bad input is sent on purpose.
type Loose<T> = { [K in keyof T]?: unknown } | undefined

/**
 * Starts the real app on this worker's database. Each call has an address of its own, unless its headers say otherwise.
 */
export async function testApp(
  env: Record<string, string> = {},
  parts: Pick<AppOptions, 'reach'> & { database?: Database } = {},
): Promise<TestApp> {
  const { database = await testDatabase() } = parts
  let shifted = 0
  let lastAddress = 0
  const dataDir = await mkdtemp(join(tmpdir(), 'tagalong-test-'))
  const clock = { now: () => Date.now() + shifted }
  // Tests start scheduled work themselves; the clock would do the same work a second time. Whole processes may have
  // left their schedules in this worker's database.
  await database.pool.query('delete from pgboss.schedule')
  const app = await buildApp({
    ...parts,
    checkReplies: true,
    byClock: false,
    database,
    clock,
    env: readEnv({
      LOG_LEVEL: 'silent',
      WEB_DIST: '/nowhere',
      TRUST_PROXY: '127.0.0.1',
      SAFETY: 'relaxed',
      DATA_DIR: dataDir,
      ...env,
    }),
  })
  await app.ready()

  async function send(
    method: string,
    url: string,
    options: CallOptions & { payload?: string | object } = {},
  ): Promise<Reply> {
    lastAddress += 1
    const reply = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        'x-forwarded-for': `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`,
        ...(options.payload !== undefined && { 'content-type': 'application/json' }),
        ...(options.as && {
          authorization: `Bearer ${options.as.accessToken}`,
          'x-refresh-token': options.as.refreshToken,
        }),
        ...options.headers,
      },
      ...(options.payload !== undefined && { payload: options.payload }),
    })
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      bytes: reply.rawPayload,
      body: parsed(reply.body),
    }
  }

  return {
    app,
    database,
    dataDir,
    clock: {
      now: clock.now,
      shift(ms) {
        shifted += ms
      },
    },
    send,
    call: (endpoint, input, options) => {
      const { params, query, body } = (input ?? {}) as { params?: object; query?: object; body?: object }
      const payload = endpoint.method === 'GET' ? undefined : (body ?? {})
      return send(endpoint.method, urlOf(endpoint, params, query), {
        ...options,
        ...(payload && { payload }),
      }) as never
    },
    async reset() {
      shifted = 0
      await resetDatabase()
      await rm(join(dataDir, 'files'), { recursive: true, force: true })
    },
    async close() {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function urlOf(endpoint: AnyEndpoint, params: object = {}, query: object = {}): string {
  const path = fullPath(endpoint).replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const search = new URLSearchParams(pairs).toString()
  return search ? `${path}?${search}` : path
}

function parsed(text: string): Reply['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return { status: 0, data: undefined }
  }
}
