import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RoomFigures, RoomPlan } from './chat-process.ts'
import { fill, idOf, small, tokenOf } from './fill.ts'
import { loadCore, median, openPlace, type Place, root, serve, serveApp } from './place.ts'
import { compared, type Row } from './table.ts'

const listeners = 500
const rounds = 3
const messagesPerSecond = 20
const room = idOf('eventRoom', 1)

/** Measures one sender and 500 listeners in one room against a broadcast with ws alone. */
export async function measureChat(seconds: number): Promise<Row[]> {
  const place = await openPlace()
  try {
    await fill(place.pool, small)
    await addEvent(place)
    const baseline = await serve('bench/baseline/broadcast.ts', { env: {}, path: '/' })
    const app = await serveApp(place.url)
    const plans = (pace: RoomPlan['pace']) => ({
      baseline: async () => ({
        kind: 'baseline' as const,
        url: baseline.url,
        tickets: emptyTickets,
        pace,
        seconds,
      }),
      ours: async () => {
        await readAll(place)
        const message = {
          token: tokenOf(1),
          body: JSON.stringify({ chatRoom: room, message: { text: 'Hello!' } }),
        }
        return { kind: 'ours' as const, url: app.url, tickets: await tickets(place), message, pace, seconds }
      },
    })
    const saturated = await inTurns(plans(null))
    const paced = await inTurns(plans(messagesPerSecond))
    return [
      compared('chat, 1 sender to 500, saturated', {
        baseline: saturated.baseline.perSecond,
        ours: saturated.ours.perSecond,
        unit: 'deliveries/s',
        min: 0.35,
      }),
      compared('chat, 1 sender to 500, 20 messages/s, p99', {
        baseline: paced.baseline.p99Ms,
        ours: paced.ours.p99Ms,
        unit: 'ms',
        max: 3,
      }),
    ]
  } finally {
    await place.leave()
  }
}

const emptyTickets = Array.from({ length: listeners }, () => '')

async function inTurns(plans: Record<'baseline' | 'ours', () => Promise<RoomPlan>>) {
  const found = { baseline: [] as RoomFigures[], ours: [] as RoomFigures[] }
  for (let round = 0; round < rounds; round += 1) {
    found.baseline.push(await listen(await plans.baseline()))
    found.ours.push(await listen(await plans.ours()))
  }
  return { baseline: middle(found.baseline), ours: middle(found.ours) }
}

function middle(figures: readonly RoomFigures[]): RoomFigures {
  return {
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    p99Ms: median(figures.map(({ p99Ms }) => p99Ms)),
  }
}

/** Runs all sockets and the sender in one process, on the load's core. */
async function listen(plan: RoomPlan): Promise<RoomFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-chat-'))
  try {
    const file = join(folder, 'plan.json')
    writeFileSync(file, JSON.stringify(plan))
    const program = [process.execPath, join(root, 'bench/chat-process.ts'), file]
    const child = spawn('taskset', ['-c', String(loadCore), ...program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`The room could not be measured: ${output}`)
    return JSON.parse(output) as RoomFigures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds an event of the first caregiver that the next 500 have accepted. */
async function addEvent({ pool }: Place): Promise<void> {
  const [event, owner] = [idOf('event', 1), idOf('caregiver', 1)]
  await pool.query(
    `insert into playdate (id, type, status, owner_id, location1, proposed_times, accepted_location, accepted_time,
        last_submitted_by)
      values ($1, 'group', 'accepted', $2, 'The zoo', array[now() + interval '2 days'], 'The zoo',
        now() + interval '2 days', $2)`,
    [event, owner],
  )
  await pool.query(
    `insert into playdate_caregiver (playdate_id, caregiver_id, side, response)
      select $1::uuid, $2::uuid, 'owner', null
      union all select $1::uuid, each, 'recipient', 'accepted' from unnest($3::uuid[]) each`,
    [event, owner, Array.from({ length: listeners }, (_, n) => idOf('caregiver', n + 2))],
  )
  await pool.query('insert into chat_room (id, playdate_id) values ($1, $2)', [room, event])
}

/** Makes tickets for the 500 sockets, each valid once within 30 seconds. */
async function tickets({ pool }: Place): Promise<string[]> {
  const made = Array.from({ length: listeners }, (_, n) => `bench-ticket-${Date.now()}-${n}`)
  await pool.query(
    `insert into websocket_ticket (hash, session_id, expires_at)
      select sha256(ticket::bytea), session, now() + interval '30 seconds'
      from unnest($1::text[], $2::uuid[]) each (ticket, session)`,
    [made, made.map((_, n) => idOf('session', n + 2))],
  )
  return made
}

/** Marks all notifications as read, so that each run starts alike. */
async function readAll({ pool }: Place): Promise<void> {
  await pool.query('update notification set read_at = now() where read_at is null')
}
