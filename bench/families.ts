import {
  feedTokenOf,
  fill,
  fillBaseline,
  idOf,
  playdatesEach,
  small,
  tokenOf,
  withEverything,
} from './fill.ts'
import { inTurns, type Shot } from './load.ts'
import { openPlace, type Place, type Program, serve, serveApp } from './place.ts'
import { compared, type Row } from './table.ts'

/** Families with one grown-up and only requests; then those to which `withEverything` gives all later features. */
const plain = Array.from({ length: 300 }, (_, n) => n + 100)
const full = Array.from({ length: 200 }, (_, n) => n + 500)
/** Families with a calendar of 200 entries. */
const planners = Array.from({ length: 30 }, (_, n) => n + 900)
const entries = 200
const guestsEach = 4

/**
 * Measures the cost of later features: two grown-ups per child, blocks, days away, series, events with a waiting list,
 * calendars. Slots are compared with families that have none of these, everything else with Fastify and pg alone.
 */
export async function measureFamilies(seconds: number): Promise<Row[]> {
  const place = await openPlace()
  try {
    await fill(place.pool, small)
    await fillBaseline(place.pool)
    await withEverything(place.pool, { full, planners, entries })
    const baseline = await serve('bench/baseline/api.ts', {
      env: { DATABASE_URL: place.url },
      path: '/ready',
    })
    const app = await serveApp(place.url)
    const events = await planEvents(app)
    await place.pool.query('vacuum analyze')
    return [
      ...(await reads(baseline, app, { events, seconds })),
      await slots(place, app, seconds),
      ...(await calendars(place, { baseline, app, seconds })),
      await keyedMessage(place, { baseline, app, seconds }),
    ]
  } finally {
    await place.leave()
  }
}

interface Hosted {
  host: number
  event: string
}

/**
 * Each host plans an event of two dates for four other families of its group, with three spots each: on the first date,
 * two of the families wait.
 */
async function planEvents(app: Program): Promise<Hosted[]> {
  const hosts = full.filter((n) => (n - 1) % 20 < 20 - guestsEach)
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 72 * 3_600_000)
  const until = new Date(start.getTime() + 10 * 86_400_000).toISOString().slice(0, 10)
  const hosted: Hosted[] = []
  for (const host of hosts) {
    const guests = Array.from({ length: guestsEach }, (_, n) => host + 1 + n)
    const { _id } = await call<{ _id: string }>(app, host, '/api/app/playdate', {
      type: 'group',
      ownerChildren: [idOf('child', host * 2)],
      recipientChildren: guests.map((n) => idOf('child', n * 2)),
      proposedLocations: { option1: 'Bench' },
      proposedTimes: [start.toISOString()],
      capacity: 3,
      repeat: { everyWeeks: 1, until },
    })
    for (const guest of guests) await call(app, guest, `/api/app/event-response/${_id}/accepted`, {})
    hosted.push({ host, event: _id })
  }
  return hosted
}

async function reads(
  baseline: Program,
  app: Program,
  { events, seconds }: { events: readonly Hosted[]; seconds: number },
): Promise<Row[]> {
  const first = await fetch(`${app.url}/api/app/playdate?status=accepted`, {
    headers: headersOf(full[50] ?? 0),
  })
  const { data } = (await first.json()) as { data: { items: unknown[] } }
  console.log(`A list has ${data.items.length} items.`)
  const list = await inTurns(
    {
      baseline: { url: baseline.url, shots: full.map((n) => get('/list', headersOf(n))) },
      ours: { url: app.url, shots: full.map((n) => get('/api/app/playdate?status=accepted', headersOf(n))) },
    },
    seconds,
  )
  const one = await inTurns(
    {
      baseline: rowsOf(baseline),
      ours: {
        url: app.url,
        shots: events.map(({ host, event }) => get(`/api/app/playdate/${event}`, headersOf(host))),
      },
    },
    seconds,
  )
  return [
    atLeast('playdate list, two grown-ups, blocks, series, events', list, 0.6),
    compared('the same, p99', {
      baseline: list.baseline.p99Ms,
      ours: list.ours.p99Ms,
      unit: 'ms',
      max: 2.5,
    }),
    atLeast('an event of a series with a waiting list', one, 0.5),
  ]
}

async function slots(place: Place, app: Program, seconds: number): Promise<Row> {
  const from = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000)
  const to = new Date(from.getTime() + 7 * 86_400_000)
  const target = (families: readonly number[]) => ({
    url: app.url,
    shots: families.map((n) =>
      post('/api/app/availability-slots', headersOf(n), {
        children: [0, 1, 2, 3].map((which) => idOf('child', n * 2 + which)),
        from,
        to,
      }),
    ),
    // Slots are limited to 60 requests an hour.
    prepare: () => emptied(place),
  })
  const found = await inTurns({ baseline: target(plain), ours: target(full) }, seconds)
  return atLeast('slots for 4 children with two grown-ups each and days away', found, 0.7)
}

interface Measuring {
  baseline: Program
  app: Program
  seconds: number
}

async function calendars(place: Place, { baseline, app, seconds }: Measuring): Promise<Row[]> {
  const paths = planners.map((n) => `/calendar/${feedTokenOf(n)}.ics`)
  const prepare = () => emptied(place)
  const tags = new Map<string, string>()
  for (const path of paths) {
    const answer = await fetch(app.url + path)
    const count = (await answer.text()).split('BEGIN:VEVENT').length - 1
    if (count < entries) throw new Error(`${path} has ${count} entries`)
    tags.set(path, answer.headers.get('etag') ?? '')
  }
  const whole = await inTurns(
    { baseline: rowsOf(baseline), ours: { url: app.url, shots: paths.map((path) => get(path)), prepare } },
    seconds,
  )
  const known = await inTurns(
    {
      baseline: rowsOf(baseline),
      ours: {
        url: app.url,
        shots: paths.map((path) => get(path, { 'if-none-match': tags.get(path) ?? '' })),
        prepare,
      },
    },
    seconds,
  )
  return [atLeast('calendar of 200 entries', whole, 0.2), atLeast('the same, 304 for who has it', known, 0.8)]
}

async function keyedMessage(place: Place, { baseline, app, seconds }: Measuring): Promise<Row> {
  const rooms = Array.from({ length: 400 * playdatesEach }, (_, n) => n)
  const found = await inTurns(
    {
      baseline: { url: baseline.url, shots: [post('/row', {}, { text: 'See you there!' })] },
      ours: {
        url: app.url,
        shots: rooms.map((n) =>
          post(
            '/api/app/message',
            { ...headersOf(Math.floor(n / playdatesEach) + 1), 'idempotency-key': `bench-${n}` },
            { chatRoom: idOf('room', n), message: { text: 'See you there!' } },
          ),
        ),
        async prepare() {
          await place.pool.query('update notification set read_at = now() where read_at is null')
          await place.pool.query('delete from idempotency_key')
          await place.pool.query('delete from pgboss.job')
        },
      },
    },
    seconds,
  )
  return atLeast('send a chat message under a key', found, 0.2)
}

async function emptied({ pool }: Place): Promise<void> {
  await pool.query(`delete from rate_limit where points > 0`)
}

async function call<T>(app: Program, caregiver: number, path: string, body: object): Promise<T> {
  const { method, headers } = post(path, headersOf(caregiver), body)
  const answer = await fetch(app.url + path, {
    method,
    ...(headers && { headers }),
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return (JSON.parse(text) as { data: T }).data
}

function rowsOf({ url }: Program) {
  return { url, shots: full.map((n) => get(`/row/${idOf('playdate', n * playdatesEach)}`)) }
}

function atLeast(
  what: string,
  { baseline, ours }: Record<'baseline' | 'ours', { perSecond: number }>,
  min: number,
): Row {
  return compared(what, { baseline: baseline.perSecond, ours: ours.perSecond, unit: '/s', min })
}

function get(path: string, headers: Record<string, string> = {}): Shot {
  return { method: 'GET', path, headers }
}

function post(path: string, headers: Record<string, string>, body: object): Shot {
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

function headersOf(caregiver: number): Record<string, string> {
  return { authorization: `Bearer ${tokenOf(caregiver)}` }
}
