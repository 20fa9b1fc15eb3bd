import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { paths } from './api-types.ts'
import { type TestApp, testApp } from './app.ts'
import { inHours } from './full-hours.ts'
import { aPhoneNumber } from './world.ts'
import { apiTypes, apiTypesFile } from './write-api-types.ts'

let t: TestApp
let baseUrl: string

beforeAll(async () => {
  t = await testApp()
  await t.reset()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  baseUrl = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
})
afterAll(() => t.close())

test('the client’s types match the OpenAPI document (npm run api:types writes them)', async () => {
  expect(readFileSync(apiTypesFile, 'utf8')).toBe(await apiTypes())
})

test('a client generated from the OpenAPI document can connect, arrange a playdate and chat', {
  tags: ['API-061'],
}, async () => {
  const [anna, ben] = [await joinedParent('Anna'), await joinedParent('Ben')]
  const invited = await dataOf(
    anna.client.POST('/api/app/connection', {
      body: { inviteeName: 'Ben', inviteePhoneNumber: ben.phoneNumber },
    }),
  )
  const { _id: id } = invited.connection
  await dataOf(ben.client.POST('/api/app/connection/{id}/accepted', { params: { path: { id } } }))

  const time = inHours(48).toISOString()
  const proposed = await dataOf(
    anna.client.POST('/api/app/playdate', {
      params: { header: { 'Idempotency-Key': 'the-first' } },
      body: {
        type: 'single',
        ownerChildren: [anna.childId],
        recipientChildren: [ben.childId],
        proposedLocations: { option1: 'Mosswood Park' },
        proposedTimes: [time],
      },
    }),
  )
  const accepted = await dataOf(
    ben.client.POST('/api/app/accept-playdate', {
      body: { id: proposed._id, acceptedLocation: 'Mosswood Park', acceptedTime: time },
    }),
  )
  expect(accepted).toMatchObject({ status: 'accepted', acceptedTime: time, version: 2 })

  const inRoom = { params: { path: { id: proposed._id } } }
  const { chatRoom } = await dataOf(ben.client.GET('/api/app/room/{id}', inRoom))
  await dataOf(
    ben.client.POST('/api/app/message', { body: { chatRoom: chatRoom._id, message: { text: 'See you!' } } }),
  )
  const { messages } = await dataOf(anna.client.GET('/api/app/room/{id}', inRoom))
  expect(messages.map(({ sender, message }) => [sender?.name, message.text])).toEqual([['Ben', 'See you!']])

  // Refusals have types, too.
  const { error } = await createClient<paths>({ baseUrl }).GET('/api/app/room/{id}', inRoom)
  expect(error).toMatchObject({ status: 401, error: expect.any(String) })
})

/** Registers a parent with a profile and a child, and makes a client that calls in their name. */
async function joinedParent(name: string) {
  const password = 'Sandbox-Sunny-42!'
  const { token } = await dataOf(
    createClient<paths>({ baseUrl }).POST('/api/auth/register', {
      body: {
        email: `${name}@example.org`,
        password,
        confirmPassword: password,
        tos: true,
        privacy: true,
        queryParams: [],
      },
    }),
  )
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token.accessToken}` } })
  const phoneNumber = aPhoneNumber()
  const { children } = await dataOf(
    client.POST('/api/app/onboarding-submit', {
      body: {
        name,
        lastName: 'Example',
        phoneNumber,
        zipCode: '94601',
        children: [{ firstName: 'Mia', lastNameInitial: 'E' }],
      },
    }),
  )
  return { client, phoneNumber, childId: children[0]?._id ?? '' }
}

/** Returns the data in the envelope of an answer. */
async function dataOf<Data>(
  reply: Promise<{ data?: { data: Data }; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await reply
  if (!data) throw new Error(`${response.url} was refused: ${JSON.stringify(error)}`)
  return data.data
}
