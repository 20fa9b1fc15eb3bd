import {
  acceptPlaydate,
  createPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerSeries, getSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { answerOffer } from '@tagalong/contract/features/playdates/spots.contract.ts'
import { DateTime } from 'luxon'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { Parent } from './world.ts'

const minute = 60_000

/** What families do, by the minute at which they do it. */
export type Agenda = Map<number, (() => Promise<void>)[]>

/** A family that all others know. */
export interface Family {
  parent: Parent
  zone: string
}

/** Makes families ask others in order, plan events with few spots and repeat playdates, and answer or not. */
export function plannedDays(of: {
  t: TestApp
  families: readonly Family[]
  agenda: Agenda
  below: (count: number) => number
}) {
  const { t, families, agenda, below } = of

  function plan(at: number, act?: () => Promise<void>): void {
    const moment = Math.ceil(at / minute) * minute
    agenda.set(moment, [...(agenda.get(moment) ?? []), ...(act ? [act] : [])])
  }

  /** Returns some families, in random order. */
  function pick(count: number): Family[] {
    return families
      .map((family) => ({ family, place: below(1_000_000) }))
      .toSorted((a, b) => a.place - b.place)
      .slice(0, count)
      .map(({ family }) => family)
  }

  /** Returns a moment so many days later, in the daytime on the family's clock. */
  function startFor({ zone }: Family, after: number, days: number): string {
    const wall = DateTime.fromMillis(after, { zone })
      .plus({ days })
      .set({ hour: 9 + below(9), minute: 0, second: 0 })
    return wall.toUTC().toISO({ suppressMilliseconds: false }) ?? ''
  }

  async function create(owner: Family, body: object): Promise<void> {
    const common = { ownerChildren: owner.parent.children, proposedLocations: { option1: 'The park' } }
    const reply = await t.call(
      createPlaydate,
      { body: { ...common, ...body } as never },
      { as: owner.parent },
    )
    expect(reply.status, reply.text).toBe(200)
  }

  const childOf = ({ parent }: Family) => parent.children[0] ?? ''
  const anyWait = () => (below(3) > 0 ? 'hours' : 'day')

  function anOrder(at: number): void {
    const [owner, ...asked] = pick(4) as [Family, ...Family[]]
    plan(at, () => {
      const times = [startFor(owner, at, 2 + below(2)), startFor(owner, at, 4 + below(3))]
      const order = asked.map(childOf)
      const body = {
        type: 'single',
        recipientChildren: order.slice(0, 1),
        proposedTimes: times,
        order,
        wait: anyWait(),
      }
      return create(owner, body)
    })
  }

  function aSeries(at: number): void {
    const [owner, asked] = pick(2) as [Family, Family]
    plan(at, () => {
      const start = startFor(owner, at, 2 + below(5))
      const everyWeeks = below(2) + 1
      const until = DateTime.fromISO(start, { zone: owner.zone }).plus({ weeks: everyWeeks * (1 + below(4)) })
      const repeat = { everyWeeks, until: until.toISODate() }
      const recipientChildren = [childOf(asked)]
      return create(owner, {
        type: 'single',
        recipientChildren,
        proposedTimes: [start],
        repeat,
        wait: anyWait(),
      })
    })
  }

  /** Plans an event with room for one or two guests. Most guests say yes, and some say no afterwards. */
  function anEvent(at: number): void {
    const [owner, ...guests] = pick(6) as [Family, ...Family[]]
    plan(at, async () => {
      const start = startFor(owner, at, 2 + below(6))
      const recipientChildren = guests.map(childOf)
      await create(owner, {
        type: 'group',
        recipientChildren,
        proposedTimes: [start],
        capacity: 2 + below(2),
      })
      const { rows } = await t.database.pool.query(
        `select id from playdate where owner_id = $1 and type = 'group' order by id desc limit 1`,
        [owner.parent.caregiverId],
      )
      const left = Date.parse(start) - at
      for (const guest of guests) {
        const yes = at + minute + below(Math.floor(left * 0.4))
        if (below(6) > 0) plan(yes, () => respond(guest, rows[0].id, 'accepted'))
        if (below(2) === 0) plan(yes + below(at + left - yes), () => respond(guest, rows[0].id, 'rejected'))
      }
    })
  }

  async function respond(
    { parent }: Family,
    playdate: string,
    response: 'accepted' | 'rejected',
  ): Promise<void> {
    const reply = await t.call(respondToEvent, { body: { playdate, response } }, { as: parent })
    // 409 if it is over by now.
    expect([200, 409], reply.text).toContain(reply.status)
  }

  /** A family finds a request, and says yes, no, or nothing. */
  function react(to: { id: string; series: string | null; asked: Family; now: number }): void {
    const { id, series, asked, now } = to
    const how = below(6)
    if (how > 2) return
    plan(now + below(30 * 60) * minute, async () => {
      const status = series
        ? await answerAll(asked, series, how === 0)
        : await answerOne(asked, id, how === 0)
      expect([200, 400, 404, 409]).toContain(status)
    })
  }

  async function answerOne({ parent }: Family, id: string, isYes: boolean): Promise<number> {
    if (!isYes) return (await t.call(rejectPlaydate, { body: { id } }, { as: parent })).status
    const { rows } = await t.database.pool.query(
      'select proposed_times as times from playdate where id = $1',
      [id],
    )
    const body = { id, acceptedLocation: 'The park', acceptedTime: rows[0].times.at(-1).toISOString() }
    return (await t.call(acceptPlaydate, { body }, { as: parent })).status
  }

  async function answerAll({ parent }: Family, id: string, isYes: boolean): Promise<number> {
    const { status, body } = await t.call(getSeries, { params: { id } }, { as: parent })
    if (status !== 200) return status
    const response = isYes ? ('accepted' as const) : ('rejected' as const)
    const dates = body.data.dates.filter(({ isOpen }) => isOpen)
    if (dates.length === 0) return 409
    const answers = dates.map(({ playdate, version }) => ({ playdate, version, response }))
    return (await t.call(answerSeries, { params: { id }, body: { dates: answers } }, { as: parent })).status
  }

  /** A family finds an offer, and answers it or not. */
  function find(offer: { event: string; family: Family; now: number }): void {
    const how = below(4)
    if (how > 2) return
    plan(offer.now + below(24 * 60) * minute, async () => {
      const body = { response: how < 2 ? ('accepted' as const) : ('rejected' as const) }
      const reply = await t.call(
        answerOffer,
        { params: { playdateId: offer.event }, body },
        { as: offer.family.parent },
      )
      expect([200, 409], reply.text).toContain(reply.status)
    })
  }

  return { plan, anOrder, aSeries, anEvent, react, find }
}
