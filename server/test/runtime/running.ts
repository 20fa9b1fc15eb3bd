import { expect } from 'vitest'
import type { Place, Run } from './processes.ts'

export async function running(at: Place, env?: Record<string, string>): Promise<Run> {
  const app = at.app(env)
  await app.says('Tagalong runs at')
  return app
}

export async function stop(app: Run): Promise<void> {
  app.send('SIGTERM')
  expect(await app.code, app.output()).toBe(0)
}

/** Signs in as the demo's first parent. */
export function login(at: Place, password: string): Promise<Response> {
  return fetch(`${at.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'priya@example.org', password }),
  })
}

export interface Tokens {
  accessToken: string
  refreshToken: string
}

export function headersFor({ accessToken, refreshToken }: Tokens): Record<string, string> {
  return { authorization: `Bearer ${accessToken}`, 'x-refresh-token': refreshToken }
}

export async function signIn(at: Place): Promise<Tokens> {
  const reply = await login(at, 'Playdate1!')
  const { data } = (await reply.json()) as { data: { token: Tokens } }
  return data.token
}
