import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerSeries, getSeries, stopSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { doDue } from '#due.ts'
import type { TestApp } from './app.ts'
import { type ModelClock, phoenix, startClock } from './model-clock.ts'
import * as rules from './series-model.ts'
import { addGuardian, addHelper, addParent, connect, makePremium, type Parent } from './world.ts'

export type Kind =
  | 'series'
  | 'answer'
  | 'accept'
  | 'reject'
  | 'change'
  | 'another time'
  | 'cancel'
  | 'respond'
  | 'write'
  | 'stop'
  | 'by a helper'
  | 'time'
  | 'due'

/** Numbers choose among what there is when the command is run. */
export interface Command {
  kind: Kind
  type: 'single' | 'group'
  /** Hours from now. */
  times: number[]
  everyWeeks: 1 | 2
  count: number
  hasWait: boolean
  hours: number
  date: number
  actor: number
  isTurn: boolean
  /** True to choose a date that the command can be done to. */
  isFitting: boolean
  isStale: boolean
  isPartner: boolean
  isYes: boolean
  /** For each date of a series, the first one first. */
  answers: ('accepted' | 'rejected' | null)[]
}

export interface World {
  t: TestApp
  clock: ModelClock
  people: Parent[]
  /** Another guardian of the child of the family that is asked. */
  partner: Parent
  /** A helper with the first family's child, who may change nothing here. */
  helper: Parent
}

export const dayBreak = 10

/** Makes a world in which the first family knows the others. */
export async function makeWorld(t: TestApp): Promise<World> {
  const clock = startClock(t, dayBreak)
  const people: Parent[] = []
  for (const name of ['Priya', 'Amara', 'Cleo']) {
    people.push(await addParent(t.database, { name, timeZone: phoenix }))
  }
  const [priya, amara, cleo] = people as [Parent, Parent, Parent]
  const partner = await addParent(t.database, { name: 'Ben', timeZone: phoenix, children: [] })
  await addGuardian(t.database, amara.children[0], partner)
  const helper = await addParent(t.database, { name: 'Hana', timeZone: phoenix, children: [] })
  await addHelper(t.database, priya.children[0], helper, { adder: priya })
  for (const friend of [amara, cleo]) await connect(t.database, priya, friend)
  await makePremium(t.database, priya)
  return { t, clock, people, partner, helper }
}

const place = 'Riverside Park'

function fits({ type, status, replaces }: rules.ModelDate, kind: Kind): boolean {
  if (kind === 'another time') return type === 'single' && status === 'accepted'
  if (kind === 'respond') return type === 'group' && status === 'accepted'
  if (kind === 'accept') return status === 'pending' && replaces !== null
  if (['reject', 'change', 'write'].includes(kind)) return status === 'pending'
  return status === 'pending' || status === 'accepted'
}

function actorOf({ type, last }: rules.ModelDate, { isTurn, actor }: Command): number {
  if (!isTurn) return actor
  if (type === 'group') return 1 + (actor % 2)
  return last === 'owner' ? 1 : 0
}

/** Runs a command on the server and in the model; returns both answers, or null if there was nothing to do. */
export async function run(world: World, model: rules.SeriesModel, command: Command) {
  const { t, clock, people, partner } = world
  const fitting = model.dates.filter((each) => command.isFitting && fits(each, command.kind))
  const dates = fitting.length > 0 ? fitting : model.dates
  const date = dates[command.date % Math.max(1, dates.length)]
  const actor = date ? actorOf(date, command) : command.actor
  const as = (actor === 1 && command.isPartner ? partner : people[actor]) as Parent
  const version = (date?.version ?? 0) + (command.isStale ? 1 : 0)
  const response = command.isYes ? 'accepted' : 'rejected'
  const times = command.times.map((each) => model.now + each)
  const bodyOf = (type: 'single' | 'group') => ({
    type,
    ownerChildren: people[0]?.children ?? [],
    recipientChildren: people.slice(1, type === 'group' ? 3 : 2).flatMap(({ children }) => children),
    proposedLocations: { option1: place },
    proposedTimes: times.map((time) => clock.instant(time).toISOString()),
  })

  switch (command.kind) {
    case 'series': {
      const { type, everyWeeks, count, hasWait } = command
      const made = rules.repeating(model, { type, times, everyWeeks, count, hasWait })
      // Some days later, but before the next date would come.
      const until = clock.dayOf((times[0] ?? 0) + (count - 1) * everyWeeks * 7 * 24 + command.date * 24)
      const body = { ...bodyOf(type), repeat: { everyWeeks, until }, ...(hasWait && { wait: 'hours' }) }
      const reply = await t.call(createPlaydate, { body }, { as: people[0] as Parent })
      if (made && reply.status === 200) {
        const series = reply.body.data.series?.id ?? ''
        const { body: found } = await t.call(
          getSeries,
          { params: { id: series } },
          { as: people[0] as Parent },
        )
        for (const [at, each] of made.entries()) {
          model.dates.push({ ...each, series, id: found.data.dates[at]?.playdate ?? '' })
        }
      }
      return { said: reply.status, meant: made ? 200 : 400 }
    }
    case 'answer': {
      const series = date?.series
      if (!series) return null
      // A date of another series, or of none, is answered along with it.
      const named = [...rules.datesOf(model, series), ...(command.isStale ? model.dates.slice(0, 1) : [])]
      const answers = [...new Set(named)].flatMap((each, at): rules.DateAnswer[] => {
        const said = command.answers[at]
        return said
          ? [
              {
                date: each,
                version: each.version + (command.isStale && at % 2 === 0 ? 1 : 0),
                response: said,
              },
            ]
          : []
      })
      if (answers.length === 0) return null
      const body = { dates: answers.map((each) => ({ ...each, date: undefined, playdate: each.date.id })) }
      const reply = await t.call(answerSeries, { params: { id: series }, body }, { as })
      const meant = rules.answeringSeries(model, series, actor, answers)
      const left = reply.status === 200 ? { left: reply.body.data.left.toSorted() } : {}
      return { said: { status: reply.status, ...left }, meant }
    }
    case 'accept': {
      if (!date) return null
      const acceptedTime = clock.instant(date.times[0] ?? 0).toISOString()
      const body = { id: date.id, acceptedLocation: place, acceptedTime, version }
      const { status } = await t.call(acceptPlaydate, { body }, { as })
      return { said: status, meant: rules.accepting(model, date, actor, version) }
    }
    case 'reject': {
      if (!date) return null
      const { status } = await t.call(rejectPlaydate, { body: { id: date.id, version } }, { as })
      return { said: status, meant: rules.rejecting(model, date, actor, version) }
    }
    case 'change': {
      if (!date) return null
      const body = { ...bodyOf(date.type), version }
      const { status } = await t.call(counterPlaydate, { params: { id: date.id }, body }, { as })
      return { said: status, meant: rules.changing(model, date, actor, { times, version }) }
    }
    case 'another time': {
      if (!date) return null
      const meant = rules.askingAnotherTime(model, date, actor, times)
      const reply = await t.call(
        createPlaydate,
        { body: { ...bodyOf(date.type), replaces: date.id } },
        { as },
      )
      if (typeof meant === 'number') return { said: reply.status, meant }
      if (reply.status === 200) model.dates.push({ ...meant, id: reply.body.data._id })
      return { said: reply.status, meant: 200 }
    }
    case 'cancel': {
      if (!date) return null
      const { status } = await t.call(cancelPlaydate, { body: { id: date.id } }, { as })
      return { said: status, meant: rules.cancelling(model, date, actor) }
    }
    case 'respond': {
      if (!date) return null
      const body = { playdate: date.id, response, version }
      const { status } = await t.call(respondToEvent, { body }, { as })
      return { said: status, meant: rules.responding(model, date, actor, { response, version }) }
    }
    case 'write': {
      if (date?.type !== 'single') return null
      const rooms = await t.database.pool.query('select id from chat_room where playdate_id = $1', [date.id])
      const body = { chatRoom: rooms.rows[0]?.id, message: { text: 'Let me see' } }
      const { status } = await t.call(sendMessage, { body }, { as })
      return { said: status, meant: rules.writing(model, date, actor) }
    }
    case 'stop': {
      const series = date?.series ?? model.dates[0]?.series
      if (!date || !series) return null
      const { status } = await t.call(stopSeries, { params: { id: series }, body: { from: date.id } }, { as })
      return { said: status, meant: rules.stopping(model, series, actor, date) }
    }
    case 'by a helper': {
      if (!date?.series) return null
      const [params, by] = [{ id: date.series }, { as: world.helper }]
      const dates = [{ playdate: date.id, version, response }]
      const replies = [
        await t.call(answerSeries, { params, body: { dates } }, by),
        await t.call(stopSeries, { params, body: { from: date.id } }, by),
        await t.call(rejectPlaydate, { body: { id: date.id, version } }, by),
        await t.call(cancelPlaydate, { body: { id: date.id } }, by),
      ]
      return { said: replies.map(({ status }) => status), meant: [404, 404, 404, 404] }
    }
    case 'time': {
      model.now += command.hours
      t.clock.shift(command.hours * 3_600_000)
      return null
    }
    case 'due': {
      const queue = { enqueue: async () => undefined, close: async () => undefined }
      await doDue({ db: t.database.kysely, queue, clock: t.clock, log: t.app.log })
      rules.due(model)
      return null
    }
  }
}

/** Returns what the tables hold, in the model's words. */
export async function stored({ t, clock, people }: World) {
  const { rows } = await t.database.pool.query(
    `select id, series_id as series, type, status, last_side as last, version, proposed_times as times,
      accepted_time as start, case status when 'pending' then answer_by end as answer_by,
      ended_as is not null as is_over, replaces_id as replaces,
      (select json_object_agg(child_id, response) from playdate_child
        where playdate_id = playdate.id and response is not null) as responses
    from playdate where owner_id = $1 order by id`,
    [people[0]?.caregiverId],
  )
  return rows.map(({ times, start, answer_by: answerBy, is_over: isOver, responses, ...row }) => ({
    ...row,
    times: times.map(clock.hourOf),
    start: start && clock.hourOf(start),
    answerBy: answerBy && clock.hourOf(answerBy),
    isOver,
    responses: people.map(({ children }) => responses?.[children[0] ?? ''] ?? null),
  }))
}

export function expected({ people }: World, { dates }: rules.SeriesModel) {
  return dates
    .map(({ hasWait: _hasWait, replaces, responses, answerBy, ...date }) => ({
      ...date,
      answerBy: date.status === 'pending' ? answerBy : null,
      replaces: replaces?.id ?? null,
      responses: people.map((_, family) => responses.get(family) ?? null),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns each series as that family reads it. */
export async function read({ t, people }: World, { dates }: rules.SeriesModel, family: number) {
  const found = []
  for (const id of new Set(dates.flatMap(({ series }) => series ?? []))) {
    const reply = await t.call(getSeries, { params: { id } }, { as: people[family] as Parent })
    found.push(
      reply.body.data?.dates.map(({ playdate, isOpen, mayStop }) => ({ playdate, isOpen, mayStop })) ?? null,
    )
  }
  return found
}

export function readable(model: rules.SeriesModel, family: number) {
  return [...new Set(model.dates.flatMap(({ series }) => series ?? []))].map((series) => {
    const dates = rules.datesOf(model, series)
    if (family === 2 && dates[0]?.type === 'single') return null
    return dates.map((date) => ({
      playdate: date.id,
      isOpen: rules.isOpen(model, date, family),
      mayStop: rules.endOf(model, date, family) !== null,
    }))
  })
}
