import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import type { Database } from '#db/database.ts'
import { addEvent, addRequest, type Parent } from './world.ts'

const [hour, day] = [3_600_000, 86_400_000]

/** What the database holds of a playdate, in plain words. */
interface Plan {
  id: string
  owner: Parent
  guests: Parent[]
  isEvent: boolean
  status: 'pending' | 'accepted' | 'cancelled'
  start: number
  createdAt: number
  /** For a single. */
  confirmedAt: number
  /** Whose turn it is, and since when; for an event, all who have not answered. */
  turn: { of: readonly Parent[]; since: number }
  answers: Map<Parent, { isYes: boolean; at: number }>
}
/** An action at a moment of the simulated days. */
export interface Action {
  at: number
  act: () => Promise<unknown>
}

interface Families {
  database: Database
  /** By parent, the time zone of the profile. */
  zoneOf: ReadonlyMap<Parent, string>
  below: (count: number) => number
  /** How long the simulated time is. */
  length: number
}

const at = (ms: number) => new Date(ms)
const known = new Map<string, number>()
function dayBefore(start: number, zone: string): number {
  const key = `${start} ${zone}`
  let moment = known.get(key)
  if (moment === undefined) {
    const wall = wallTime(start, zone)
    moment = instantOf({ ...wall, day: wall.day - 1 }, zone)
    known.set(key, moment)
  }
  return moment
}

function newPlan(plan: Pick<Plan, 'owner' | 'guests' | 'start' | 'createdAt'> & Partial<Plan>): Plan {
  const empty = { id: '', isEvent: false, status: 'pending' as const, confirmedAt: 0, answers: new Map() }
  return { ...empty, turn: { of: [], since: 0 }, ...plan }
}

function goersOf({ owner, guests, isEvent, createdAt, confirmedAt, answers }: Plan) {
  if (!isEvent) return [owner, ...guests].map((who) => ({ who, since: confirmedAt }))
  const yes = [...answers].flatMap(([who, { isYes, at: since }]) => (isYes ? [{ who, since }] : []))
  return [{ who: owner, since: createdAt }, ...yes]
}

/**
 * Makes random requests and events of these families, and computes by the rules alone who is to be reminded of them.
 */
export function randomPlans({ database, zoneOf, below, length }: Families) {
  const plans: Plan[] = []
  const families = [...zoneOf.keys()]
  const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values)
  const between = (from: number, to: number) => from + below(Math.max(1, Math.round(to - from)))

  /** Returns a start on the whole hour of the owner's clock. */
  function aStart(owner: Parent, after: number): number {
    const zone = zoneOf.get(owner) ?? ''
    const wall = wallTime(after + below(4 * day), zone)
    return Math.max(instantOf({ ...wall, hour: 5 + below(16), minute: 0 }, zone), after + hour)
  }

  function aSingle(from: number): Action[] {
    const [owner, guest] = twoOf(families)
    const createdAt = between(from, from + length - 8 * day)
    const start = aStart(owner, createdAt)
    const plan = newPlan({
      owner,
      guests: [guest],
      start,
      createdAt,
      turn: { of: [guest], since: createdAt },
    })
    const actions = [{ at: createdAt, act: () => begin(plan) }]
    const [answeredAt, offAt] = [between(createdAt, createdAt + 3 * day), between(createdAt, start)]
    if (below(4) === 0) {
      const counteredAt = between(createdAt, createdAt + 2 * day)
      actions.push({ at: counteredAt, act: () => counter(plan, counteredAt) })
    }
    if (below(4) > 0 && answeredAt < start)
      actions.push({ at: answeredAt, act: () => confirm(plan, answeredAt) })
    if (below(5) === 0) actions.push({ at: offAt, act: () => cancel(plan) })
    return actions
  }

  function anEvent(from: number): Action[] {
    const [owner, ...others] = families.toSorted(() => below(3) - 1)
    if (!owner) throw new Error('nobody there')
    const guests = others.slice(0, 3)
    const createdAt = between(from, from + length - 9 * day)
    const start = aStart(owner, createdAt)
    const plan = newPlan({ owner, guests, isEvent: true, status: 'accepted', start, createdAt })
    plan.turn = { of: guests, since: createdAt }
    const actions = [{ at: createdAt, act: () => begin(plan) }]
    const movedAt = below(3) === 0 ? between(createdAt, start) : null
    const movedTo = movedAt === null ? start : aStart(owner, movedAt)
    if (movedAt !== null) actions.push({ at: movedAt, act: () => move(plan, movedAt, movedTo) })
    for (const guest of [...guests, ...guests]) {
      const answeredAt = between(createdAt, movedTo)
      const isYes = below(3) > 0
      if (below(4) > 0) actions.push({ at: answeredAt, act: () => answer(plan, guest, isYes, answeredAt) })
    }
    const offAt = between(createdAt, movedTo)
    if (below(6) === 0) actions.push({ at: offAt, act: () => cancel(plan) })
    return actions
  }

  function twoOf(people: readonly Parent[]): [Parent, Parent] {
    const one = below(people.length)
    const other = (one + 1 + below(people.length - 1)) % people.length
    return [people[one] as Parent, people[other] as Parent]
  }

  async function begin(plan: Plan): Promise<void> {
    const { owner, guests, start, createdAt, isEvent } = plan
    const { id } = isEvent
      ? await addEvent(database, owner, guests, at(start))
      : await addRequest(database, owner, guests[0] as Parent)
    await sql(
      `update playdate set created_at = $2, updated_at = $2, proposed_times = array[$3::timestamptz] where id = $1`,
      id,
      at(createdAt),
      at(start),
    )
    await sql(
      `update playdate_child set acted_at = $2 where playdate_id = $1 and side = 'owner'`,
      id,
      at(createdAt),
    )
    plan.id = id
    plans.push(plan)
  }

  async function counter(plan: Plan, when: number): Promise<void> {
    if (plan.status !== 'pending') return
    const guest = plan.guests[0] as Parent
    plan.turn = { of: [plan.owner], since: when }
    await sql(
      `update playdate set last_submitted_by = $3, last_side = 'recipient', updated_at = $2, version = version + 1
        where id = $1`,
      plan.id,
      at(when),
      guest.caregiverId,
    )
    await acted(plan, 'recipient', guest, when)
  }

  async function confirm(plan: Plan, when: number): Promise<void> {
    if (plan.status !== 'pending') return
    plan.status = 'accepted'
    plan.confirmedAt = when
    const by = plan.turn.of[0] as Parent
    await sql(
      `update playdate set status = 'accepted', accepted_time = $2, accepted_location = 'The park', updated_at = $3,
        version = version + 1 where id = $1`,
      plan.id,
      at(plan.start),
      at(when),
    )
    await acted(plan, by === plan.owner ? 'owner' : 'recipient', by, when)
  }

  function acted({ id }: Plan, side: string, { caregiverId }: Parent, when: number): Promise<unknown> {
    return sql(
      `update playdate_child set acted_by = $3, acted_at = $4 where playdate_id = $1 and side = $2`,
      id,
      side,
      caregiverId,
      at(when),
    )
  }

  async function answer(plan: Plan, guest: Parent, isYes: boolean, when: number): Promise<void> {
    if (plan.status !== 'accepted' || when >= plan.start) return
    plan.answers.set(guest, { isYes, at: when })
    await sql(
      `update playdate_child set response = $3, acted_by = $2, acted_at = $4 where playdate_id = $1 and caregiver_id = $2`,
      plan.id,
      guest.caregiverId,
      isYes ? 'accepted' : 'rejected',
      at(when),
    )
  }

  async function move(plan: Plan, when: number, start: number): Promise<void> {
    if (plan.status !== 'accepted') return
    Object.assign(plan, { start, answers: new Map(), turn: { of: plan.guests, since: when } })
    await sql(
      `update playdate set accepted_time = $2, proposed_times = array[$2::timestamptz], updated_at = $3,
        version = version + 1 where id = $1`,
      plan.id,
      at(start),
      at(when),
    )
    await acted(plan, 'owner', plan.owner, when)
    await sql(
      `update playdate_child set response = null where playdate_id = $1 and side = 'recipient'`,
      plan.id,
    )
  }

  async function cancel(plan: Plan): Promise<void> {
    plan.status = 'cancelled'
    await sql(`update playdate set status = 'cancelled' where id = $1`, plan.id)
  }

  /**
   * Returns the reminders due at that moment, each with the moment since when. An event that was moved too late for
   * that moment is due since the move.
   */
  function dueAt(now: number): Map<string, number> {
    const due = new Map<string, number>()
    for (const plan of plans) {
      const key = ({ caregiverId }: Parent, kind: string, anchor: number) =>
        `${plan.id} ${caregiverId} ${kind} ${anchor}`
      if (plan.status === 'accepted' && now < plan.start) {
        for (const { who, since } of goersOf(plan)) {
          const kind = now >= plan.start - 2 * hour ? 'hours' : 'day'
          const moment =
            kind === 'hours' ? plan.start - 2 * hour : dayBefore(plan.start, zoneOf.get(who) ?? '')
          if (moment <= now && moment >= since)
            due.set(key(who, kind, plan.start), Math.max(moment, plan.turn.since))
        }
      }
      const { of, since } = plan.turn
      const isOpen = plan.status === (plan.isEvent ? 'accepted' : 'pending') && plan.start >= now + 2 * hour
      if (!isOpen || now < since + day || now >= since + 3 * day) continue
      const [kind, moment] = now < since + 2 * day ? ['answer-1', since + day] : ['answer-2', since + 2 * day]
      for (const who of of) if (!plan.answers.has(who)) due.set(key(who, kind, since), moment)
    }
    return due
  }

  return { aSingle, anEvent, dueAt }
}
