import { getRoom, markRoomRead, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { deleteChild, getChild, saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  changeHelper,
  endHelp,
  leaveChild,
  listGrownUps,
  saveOwnPlace,
  stayWithChild,
} from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { createGuardianInvite } from '@tagalong/contract/features/guardians/invites.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  getPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  acceptEvent,
  getEventResponse,
  listEventResponses,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addRequest,
  connect,
  fingerprint,
  type Parent,
} from '#test/world.ts'

/**
 * Actors who have, had or will have a place with the child. `parent` made it and arranged its playdates; `card` is a
 * guardian with whom the parent shares no places.
 */
const actors = ['parent', 'other', 'card', 'helper', 'formerHelper', 'soon', 'former', 'stranger'] as const
type Actor = (typeof actors)[number]

interface World {
  people: Record<Actor, Parent>
  child: string
  friend: Parent
  request: { id: string; roomId: string }
  confirmed: { id: string; roomId: string }
  event: { id: string; roomId: string }
}

interface Line {
  endpoint: AnyEndpoint
  of: string
  request(world: World): { params?: object; query?: object; body?: object }
  /** All others: 404. */
  expect: Partial<Record<Actor, number>>
}

const guardians = (status: number) => ({ parent: status, other: status, card: status })
/** The actors who see the playdate whole. */
const whole = { parent: 200, other: 200 }
const answer = (request: { id: string }) => ({
  id: request.id,
  acceptedLocation: 'The park',
  acceptedTime: inHours(48).toISOString(),
})
const fields = { firstName: 'Anika', lastNameInitial: 'E', school: 'Elm School' }
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const ofChild = ({ child }: World) => ({ params: { id: child } })
const ofHelper = ({ child, people }: World) => ({
  params: { id: child, caregiverId: people.helper.caregiverId },
})

const lines: Line[] = [
  { endpoint: getChild, of: 'the child', request: ofChild, expect: guardians(200) },
  {
    endpoint: saveChild,
    of: 'the child',
    request: (world) => ({ ...ofChild(world), body: fields }),
    expect: guardians(200),
  },
  { endpoint: deleteChild, of: 'the child', request: ofChild, expect: guardians(409) },
  { endpoint: listGrownUps, of: 'the child', request: ofChild, expect: { ...guardians(200), helper: 200 } },
  {
    endpoint: saveOwnPlace,
    of: 'the child',
    request: (world) => ({ ...ofChild(world), body: { sharesPlaces: true } }),
    expect: guardians(200),
  },
  { endpoint: leaveChild, of: 'the child', request: ofChild, expect: { ...guardians(200), helper: 200 } },
  { endpoint: stayWithChild, of: 'the child', request: ofChild, expect: guardians(409) },
  {
    endpoint: createGuardianInvite,
    of: 'the child',
    request: (world) => ({ ...ofChild(world), body: { label: 'Dad', role: 'helper', until: tomorrow() } }),
    expect: guardians(201),
  },
  {
    endpoint: changeHelper,
    of: "the parent's helper",
    request: (world) => ({ ...ofHelper(world), body: { until: tomorrow() } }),
    expect: { ...guardians(403), parent: 200 },
  },
  {
    endpoint: endHelp,
    of: "the parent's helper",
    request: ofHelper,
    expect: { ...guardians(403), parent: 200 },
  },
  {
    endpoint: getPlaydate,
    of: 'a request',
    request: ({ request }) => ({ params: { id: request.id } }),
    expect: guardians(200),
  },
  {
    endpoint: acceptPlaydate,
    of: 'a request',
    request: ({ request }) => ({ body: answer(request) }),
    expect: whole,
  },
  {
    endpoint: rejectPlaydate,
    of: 'a request',
    request: ({ request }) => ({ body: { id: request.id } }),
    expect: whole,
  },
  {
    endpoint: counterPlaydate,
    of: 'a request',
    request: ({ request, friend, child }) => ({
      params: { id: request.id },
      body: {
        type: 'single',
        ownerChildren: friend.children,
        recipientChildren: [child],
        proposedLocations: { option1: 'The zoo' },
        proposedTimes: [inHours(50).toISOString()],
        version: 1,
      },
    }),
    expect: whole,
  },
  {
    endpoint: getPlaydate,
    of: 'a confirmed playdate',
    request: ({ confirmed }) => ({ params: { id: confirmed.id } }),
    expect: { ...guardians(200), helper: 200 },
  },
  {
    endpoint: cancelPlaydate,
    of: 'a confirmed playdate',
    request: ({ confirmed }) => ({ body: { id: confirmed.id } }),
    expect: whole,
  },
  ...[getRoom, markRoomRead].map((endpoint) => ({
    endpoint,
    of: 'a confirmed playdate',
    request: ({ confirmed }: World) => ({ params: { id: confirmed.id } }),
    expect: whole,
  })),
  {
    endpoint: sendMessage,
    of: 'a confirmed playdate',
    request: ({ confirmed }) => ({ body: { chatRoom: confirmed.roomId, message: { text: 'Hi' } } }),
    expect: whole,
  },
  {
    endpoint: getPlaydate,
    of: 'an event',
    request: ({ event }) => ({ params: { id: event.id } }),
    expect: { ...guardians(200), helper: 200 },
  },
  ...[acceptEvent, getEventResponse, listEventResponses].map((endpoint) => ({
    endpoint,
    of: 'an event',
    request: ({ event }: World) => ({ params: { playdateId: event.id } }),
    expect: whole,
  })),
]

describe('a current, former or future grown-up', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  /** @param sharesPlaces whether the parent shares places */
  async function makeWorld(sharesPlaces: boolean): Promise<World> {
    await t.reset()
    const { database } = t
    const named = await Promise.all(
      actors.map(async (actor) => {
        const children = actor === 'parent' ? [{ firstName: 'Anika' }] : []
        return [actor, await addParent(database, { name: actor, children })] as const
      }),
    )
    const people = Object.fromEntries(named) as Record<Actor, Parent>
    const { parent } = people
    const child = parent.children[0] ?? ''
    const friend = await addParent(database, { name: 'Noa', children: [{ firstName: 'Kai' }] })
    await connect(database, friend, parent)
    await database.pool.query('update guardianship set shares_places = $2 where child_id = $1', [
      child,
      sharesPlaces,
    ])
    await addGuardian(database, child, sharesPlaces ? people.other : people.card)
    await addGuardian(database, child, people.soon, { since: '23 hours' })
    await addGuardian(database, child, people.former)
    for (const each of [people.helper, people.formerHelper])
      await addHelper(database, child, each, { adder: parent })
    const request = await addRequest(database, friend, parent)
    const confirmed = await addRequest(database, friend, parent)
    const event = await addEvent(database, friend, [parent])
    await t.call(acceptPlaydate, { body: answer(confirmed) }, { as: parent })
    await t.call(acceptEvent, { params: { playdateId: event.id } }, { as: parent })
    for (const { caregiverId } of [people.former, people.formerHelper])
      await database.pool.query(
        'update guardianship set until = now() where child_id = $1 and caregiver_id = $2',
        [child, caregiverId],
      )
    return { people, child, friend, request, confirmed, event }
  }

  test.each(lines.map((line) => [line.endpoint.name, line.of, line] as const))(
    'gets from %s for %s what their place allows now, and a refusal changes no row',
    { tags: ['API-045'] },
    async (_name, _of, { endpoint, request, expect: expected }) => {
      let world: World | undefined
      let shares: boolean | undefined
      for (const actor of actors) {
        const sharesNow = actor !== 'card'
        if (shares !== sharesNow || !world) world = await makeWorld(sharesNow)
        shares = sharesNow
        const before = await fingerprint(t.database)
        const { status } = await t.call(endpoint, request(world) as never, { as: world.people[actor] })
        expect(`${actor} ${status}`).toBe(`${actor} ${expected[actor] ?? 404}`)
        const after = await fingerprint(t.database)
        if (status >= 300) expect(after).toBe(before)
        else if (after !== before) world = undefined
      }
    },
  )
})
