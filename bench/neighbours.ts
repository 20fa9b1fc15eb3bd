import { fill, idOf, playdatesEach, small } from './fill.ts'
import { inTurns, type Shot } from './load.ts'
import { openPlace, serveApp } from './place.ts'
import { get, post } from './shots.ts'
import { compared, type Row } from './table.ts'

/** The family that sends as much as it can. */
const greedy = 500
const others = Array.from({ length: 200 }, (_, n) => n + 10)

/**
 * Measures what other families notice of one that sends on 16 connections without a pause. Its limits refuse most of
 * its writes, and nothing limits its reads. The baseline is the same load without that family.
 */
export async function measureNeighbours(seconds: number): Promise<Row[]> {
  const place = await openPlace()
  try {
    await fill(place.pool, small)
    const app = await serveApp(place.url)
    const rows: Row[] = []
    for (const [what, shots] of Object.entries(floods())) {
      const lists = {
        url: app.url,
        shots: others.map((n) => get('/api/app/playdate?status=accepted', n)),
        connections: 4,
        async prepare() {
          await place.pool.query('delete from rate_limit')
          await place.pool.query('delete from pgboss.job')
          await place.pool.query(`update playdate set status = 'rejected' where location1 = 'Bench'`)
        },
      }
      const beside = { url: app.url, shots, connections: 16, mayBeRefused: true }
      const { alone, flooded } = await inTurns({ alone: lists, flooded: { ...lists, beside } }, seconds)
      rows.push(
        compared(`playdate list, p99, beside one family's ${what}`, {
          baseline: alone.p99Ms,
          ours: flooded.p99Ms,
          unit: 'ms',
          // As if all 20 connections sent the same list instead of 4.
          max: 5,
        }),
      )
    }
    return rows
  } finally {
    await place.leave()
  }
}

function floods(): Record<string, Shot[]> {
  const from = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000)
  const inDays = (days: number) => new Date(from.getTime() + days * 86_400_000).toISOString()
  const own = idOf('child', greedy * 2)
  const friends = idOf('child', greedy * 2 + 2)
  return {
    reads: [
      get('/api/app/playdate?status=accepted', greedy),
      get('/api/app/playdate?status=pending', greedy),
      get('/api/app/notifications', greedy),
    ],
    writes: [
      post('/api/app/message', greedy, {
        chatRoom: idOf('room', (greedy - 1) * playdatesEach),
        message: { text: 'See you there!' },
      }),
      post('/api/app/playdate', greedy, {
        type: 'single',
        ownerChildren: [own],
        recipientChildren: [friends],
        proposedLocations: { option1: 'Bench' },
        proposedTimes: [inDays(2)],
      }),
      post('/api/app/availability-slots', greedy, { children: [own, friends], from, to: inDays(14) }),
      post('/api/app/child', greedy, { firstName: 'Mia', lastNameInitial: 'E' }),
    ],
  }
}
