import {
  administrators,
  feedTokenOf,
  fill,
  groupSize,
  idOf,
  rareSign,
  type Size,
  small,
  tokenOf,
  veteran,
} from './fill.ts'
import { inTurns, type Shot } from './load.ts'
import { openPlace, serveApp } from './place.ts'
import { compared, type Row } from './table.ts'

const middle: Size = { caregivers: 10_000, past: 2_000 }
const large: Size = { caregivers: 100_000, past: 2_000 }
const callers = Array.from({ length: 900 }, (_, n) => n + 50)

/** Sends the same requests to a small and a grown database on one PostgreSQL. The small one is the baseline. */
export async function measureGrowth(seconds: number): Promise<Row[]> {
  const sizes = process.env.BENCH_GROWTH === 'middle' ? [middle] : [middle, large]
  const rows: Row[] = []
  for (const size of sizes) rows.push(...(await grown(size, seconds)))
  return rows
}

async function grown(size: Size, seconds: number): Promise<Row[]> {
  const place = await openPlace()
  try {
    const started = performance.now()
    const bigger = await place.addDatabase('tagalong_grown')
    place.pinPostgres('0,1')
    await fill(place.pool, small)
    await fill(bigger.pool, size)
    const took = ((performance.now() - started) / 1_000).toFixed(0)
    const { rows: sizes } = await bigger.pool.query<{ mb: number }>(
      'select round(pg_database_size(current_database()) / 1e6)::int as mb',
    )
    console.log(
      `${size.caregivers.toLocaleString('en-US')} caregivers and their playdates, in ${took} s: ${sizes[0]?.mb} MB`,
    )
    place.pinPostgres('0')
    const before = await serveApp(place.url)
    const after = await serveApp(bigger.url)
    const rows: Row[] = []
    for (const [what, shots] of Object.entries(questions())) {
      const prepare = async () => {
        // Slots are limited to 60 requests an hour.
        for (const pool of [place.pool, bigger.pool]) await pool.query('delete from rate_limit')
      }
      const figures = await inTurns(
        { baseline: { url: before.url, shots, prepare }, ours: { url: after.url, shots, prepare } },
        seconds,
      )
      rows.push(
        compared(`${what}, ${size.caregivers.toLocaleString('en-US')} caregivers, p99`, {
          baseline: figures.baseline.p99Ms,
          ours: figures.ours.p99Ms,
          unit: 'ms',
          max: 1.3,
        }),
      )
    }
    return rows
  } finally {
    await place.leave()
  }
}

/** The same requests for both, since the first thousand families are the same. */
function questions(): Record<string, Shot[]> {
  const from = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000)
  const to = new Date(from.getTime() + 7 * 86_400_000)
  return {
    'playdate list': callers.map((n) => get('/api/app/playdate?status=accepted', n)),
    'playdate list of 2,000 past ones': [get('/api/app/playdate?status=accepted', veteran)],
    'requests of 2,000 past ones': [get('/api/app/playdate?status=pending', veteran)],
    'one playdate': callers.map((n) => get(`/api/app/playdate/${idOf('playdate', (n - 1) * 10)}`, n)),
    slots: callers.map((n) => ({
      method: 'POST',
      path: '/api/app/availability-slots',
      headers: { ...headersOf(n), 'content-type': 'application/json' },
      body: JSON.stringify({ children: [idOf('child', n * 2), idOf('child', n * 2 + 2)], from, to }),
    })),
    'group page': callers.flatMap((n) => {
      const group = idOf('group', Math.floor((n - 1) / groupSize))
      return [get(`/api/app/group/${group}`, n), get(`/api/app/group-children/${group}`, n)]
    }),
    'calendar feed': callers.map((n) => ({ method: 'GET', path: `/calendar/${feedTokenOf(n)}.ics` })),
    ...questionsOfAdministrators(),
  }
}

/** The first page of each list, with its total. */
function questionsOfAdministrators(): Record<string, Shot[]> {
  const ask = (path: string, query: Record<string, string> = {}) =>
    Array.from({ length: administrators }, (_, n) =>
      get(`/api/admin/${path}?${new URLSearchParams(query)}`, n + 1),
    )
  const search = (text: string) =>
    ['user', 'caregiver-profile', 'group-membership'].flatMap((path) => ask(path, { search: text }))
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  return {
    'search for a sign that few have': search(rareSign),
    'search for two signs that few have': search(`u${rareSign}`),
    'search for a sign that all have, of which 10,000 are counted': ask('user', { search: '@' }),
    'search for three signs that few have': search(`Nu${rareSign}`),
    'audit log, of which 10,000 are counted': ask('audit-log'),
    'audit log of a day': ask('audit-log', { filter: JSON.stringify({ createdAt: day }) }),
    'audit log of one administrator, of which 10,000 are counted': ask('audit-log', {
      filter: JSON.stringify({ actor: 'bench1@example.org' }),
    }),
    'audit log of what nobody did': ask('audit-log', { filter: JSON.stringify({ action: 'groups.save' }) }),
    'audit log of an account': ask('audit-log', {
      filter: JSON.stringify({ subject: `user ${idOf('user', 400)}` }),
    }),
    'search in the audit log': ask('audit-log', { search: rareSign }),
    'reports that wait': ask('report', { tab: 'waiting' }),
  }
}

function get(path: string, caregiver: number): Shot {
  return { method: 'GET', path, headers: headersOf(caregiver) }
}

function headersOf(caregiver: number): Record<string, string> {
  return { authorization: `Bearer ${tokenOf(caregiver)}` }
}
