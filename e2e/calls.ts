import { randomInt } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const password = 'Playdate1!'

/** A user who makes calls, with or without a browser. */
export interface Caller {
  name: string
  child: string
  email: string
  /** As typed, without the country code. */
  phone: string
  context: Pick<BrowserContext, 'request'>
  page?: Pick<Page, 'url' | 'evaluate'>
  /** Set for users made by calls: the token with which their browser was opened. */
  token?: Token
}

export interface Token {
  accessToken: string
  refreshToken: string
  tokenType: string
}

let numbers = 0
/** Index of the worker process. A failed one is replaced by one with another index, so no two make the same users. */
const turn = Number(process.env.TEST_WORKER_INDEX)

/** Returns a phone number as typed, unique in this run. */
export function newPhone(): string {
  numbers += 1
  const area = turn % 2 === 0 ? 510 : 415
  return `(${area}) ${300 + (Math.floor(turn / 2) % 100)}-${String(numbers).padStart(4, '0')}`
}

/** Returns the number as it is stored. */
export function numberOf({ phone }: Pick<Caller, 'phone'>): string {
  return `+1${phone.replaceAll(/\D/g, '')}`
}

export type Invented = Pick<Caller, 'name' | 'child' | 'email' | 'phone'> & { address: string }

/** Returns a new person with a unique IP address. */
export function invented(name: string, child: string): Invented {
  const phone = newPhone()
  return {
    name,
    child,
    email: `${name.toLowerCase()}.${numbers}.${randomInt(1e9)}@example.org`,
    phone,
    address: `10.${turn % 256}.${Math.floor(numbers / 256)}.${numbers % 256}`,
  }
}

export async function signUp({ context, email }: Caller): Promise<Token> {
  const registered = await context.request.post('/api/auth/register', {
    data: { email, password, confirmPassword: password, tos: true, privacy: true, queryParams: [] },
  })
  return (await registered.json()).data.token
}

/** Makes a profile with one child, who is free on Saturday mornings. */
export async function makeProfile(person: Caller, timeZone = 'America/New_York'): Promise<void> {
  const saturday = { day: 'Sat', blocks: [{ start: 9, end: 13 }] }
  const onboarded = await callAs(person, 'POST', '/api/app/onboarding-submit', {
    name: person.name,
    lastName: 'Example',
    phoneNumber: numberOf(person),
    zipCode: '94601',
    timeZone,
    children: [{ firstName: person.child, lastNameInitial: 'E', availability: [saturday] }],
  })
  expect(onboarded.status, JSON.stringify(onboarded.body)).toBe(200)
}

/** Makes a call as the person's browser would. */
export async function callAs(
  person: Caller,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
) {
  const reply = await person.context.request.fetch(path, {
    method,
    headers: headersOf(await storedToken(person)),
    ...(data && { data }),
  })
  return { status: reply.status(), body: await reply.json() }
}

/** Returns the id of the person's profile. */
export async function profileOf(person: Caller): Promise<string> {
  return (await callAs(person, 'GET', '/api/auth/whoami')).body.data.user.caregiverProfile._id
}

/** Returns the person's own children, as they read them. */
export async function childrenOf(person: Caller) {
  return (await callAs(person, 'GET', `/api/app/child/find-by-caregiver/${await profileOf(person)}`)).body
    .data
}

function headersOf({ accessToken, refreshToken }: Token) {
  return { Authorization: `Bearer ${accessToken}`, 'X-Refresh-Token': refreshToken }
}

/** Returns the browser's current token; before its first page, the one it was opened with. */
export async function storedToken({ page, token }: Caller): Promise<Token> {
  if (token && (!page || page.url() === 'about:blank')) return token
  return JSON.parse((await page?.evaluate(() => localStorage.getItem('token'))) ?? 'null')
}
