import { setTimeout as wait } from 'node:timers/promises'
import { fill, fillBaseline, idOf, playdatesEach, small } from './fill.ts'
import { fire, inTurns } from './load.ts'
import { openPlace, type Place, type Program, residentMb, serve, serveApp } from './place.ts'
import { get, post } from './shots.ts'
import { compared, type Row } from './table.ts'

/** Measures a list, a playdate, a message and a new playdate against the same requests to Fastify and pg alone. */
export async function measureApi(seconds: number): Promise<Row[]> {
  const place = await openPlace()
  try {
    await fill(place.pool, small)
    await fillBaseline(place.pool)
    const baseline = await serve('bench/baseline/api.ts', {
      env: { DATABASE_URL: place.url },
      path: '/ready',
    })
    // The first start after a build fills the compile cache for later ones.
    await (await serveApp(place.url)).stop()
    const app = await serveApp(place.url)
    return [
      ...(await memoryAtRest(baseline, app)),
      ...(await reads(baseline, app, seconds)),
      ...(await writes(place, baseline, app, seconds)),
      ...(await memoryAfterLoad(baseline, app)),
      start(app),
    ]
  } finally {
    await place.leave()
  }
}

async function reads(baseline: Program, app: Program, seconds: number): Promise<Row[]> {
  const caregivers = Array.from({ length: 200 }, (_, n) => n + 10)
  const list = await inTurns(
    {
      baseline: { url: baseline.url, shots: caregivers.map((n) => get('/list', n)) },
      ours: { url: app.url, shots: caregivers.map((n) => get('/api/app/playdate?status=accepted', n)) },
    },
    seconds,
  )
  const one = await inTurns(
    {
      baseline: {
        url: baseline.url,
        shots: caregivers.map((n) => get(`/row/${idOf('playdate', n * playdatesEach)}`, n)),
      },
      ours: {
        url: app.url,
        shots: caregivers.map((n) =>
          get(`/api/app/playdate/${idOf('playdate', (n - 1) * playdatesEach)}`, n),
        ),
      },
    },
    seconds,
  )
  return [
    requests('playdate list, 20 items', list, 0.6),
    latency('playdate list, p99', list, 2.5),
    requests('one playdate', one, 0.5),
  ]
}

async function writes(place: Place, baseline: Program, app: Program, seconds: number): Promise<Row[]> {
  const insert = { url: baseline.url, shots: [post('/row', 0, { text: 'See you there!' })] }
  const rooms = Array.from({ length: small.caregivers * playdatesEach }, (_, n) => n)
  const message = await inTurns(
    {
      baseline: insert,
      ours: {
        url: app.url,
        shots: rooms.map((n) =>
          post('/api/app/message', Math.floor(n / playdatesEach) + 1, {
            chatRoom: idOf('room', n),
            message: { text: 'See you there!' },
          }),
        ),
        // Marks notifications as read, so that each message makes a new one.
        async prepare() {
          await place.pool.query('update notification set read_at = now() where read_at is null')
          await emptied(place)
        },
      },
    },
    seconds,
  )
  const inTwoDays = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 48 * 3_600_000).toISOString()
  const create = await inTurns(
    {
      baseline: insert,
      ours: {
        url: app.url,
        shots: Array.from({ length: small.caregivers - 20 }, (_, n) => n + 10).map((n) =>
          post('/api/app/playdate', n, {
            type: 'single',
            ownerChildren: [idOf('child', n * 2)],
            recipientChildren: [idOf('child', n * 2 + 2)],
            proposedLocations: { option1: 'Bench' },
            proposedTimes: [inTwoDays],
          }),
        ),
        // At most ten requests from one family to another may be open.
        async prepare() {
          await place.pool.query(
            `update playdate set status = 'rejected' where status = 'pending' and location1 = 'Bench'`,
          )
          await emptied(place)
        },
      },
    },
    seconds,
  )
  return [requests('send a chat message', message, 0.2), requests('create a playdate', create, 0.14)]
}

/** Deletes the jobs that the previous run left, so that they don't run in this one. */
async function emptied({ pool }: Place): Promise<void> {
  await pool.query('delete from pgboss.job')
}

async function memoryAtRest(baseline: Program, app: Program): Promise<Row[]> {
  await fire({ url: baseline.url, shots: [get('/ready', 0)] }, 1)
  await fire({ url: app.url, shots: [get('/api/public/echo', 0)] }, 1)
  await wait(5_000)
  return [memory('resident memory, idle', baseline, app, 1.6)]
}

async function memoryAfterLoad(baseline: Program, app: Program): Promise<Row[]> {
  await wait(5_000)
  return [memory('resident memory, after load', baseline, app, 1.7)]
}

function memory(what: string, baseline: Program, app: Program, max: number): Row {
  return compared(what, {
    baseline: residentMb(baseline.pid),
    ours: residentMb(app.pid),
    unit: 'MB',
    max,
  })
}

function start({ startMs }: Program): Row {
  const ours = `${(startMs / 1_000).toFixed(2)} s`
  return {
    what: 'start to the first 200',
    baseline: '–',
    ours,
    ratio: '–',
    target: '≤ 1 s',
    met: startMs <= 1_000,
  }
}

type Both = Record<'baseline' | 'ours', { perSecond: number; p99Ms: number }>

function requests(what: string, { baseline, ours }: Both, min: number): Row {
  return compared(what, { baseline: baseline.perSecond, ours: ours.perSecond, unit: '/s', min })
}

function latency(what: string, { baseline, ours }: Both, max: number): Row {
  return compared(what, { baseline: baseline.p99Ms, ours: ours.p99Ms, unit: 'ms', max })
}
