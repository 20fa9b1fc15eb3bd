import { cpus } from 'node:os'
import { fill, small, tokenOf } from './fill.ts'
import { fire, type Shot } from './load.ts'
import { median, openPlace, serveApp } from './place.ts'
import { compared, type Row } from './table.ts'

const rounds = 3
/** Two for the processes, two for PostgreSQL and the load. */
const coresNeeded = 4

/**
 * Compares two processes on one PostgreSQL, each on its own core, with one process, by the list. The load is two halves
 * in both cases.
 */
export async function measureNodes(seconds: number): Promise<Row[]> {
  const place = await openPlace()
  try {
    const cores = cpus().length
    const others = cores >= coresNeeded ? `2-${cores - 1}` : `0-${cores - 1}`
    place.pinPostgres(others)
    await fill(place.pool, small)
    const first = await serveApp(place.url, { core: '0' })
    const second = await serveApp(place.url, { core: '1' })
    const shots = Array.from(
      { length: 200 },
      (_, n): Shot => ({
        method: 'GET',
        path: '/api/app/playdate?status=accepted',
        headers: { authorization: `Bearer ${tokenOf(n + 10)}` },
      }),
    )
    const both = async (urls: readonly [string, string], length: number) => {
      const halves = await Promise.all(urls.map((url) => fire({ url, shots }, length, others)))
      return halves.reduce((sum, { perSecond }) => sum + perSecond, 0)
    }
    await both([first.url, second.url], 2)
    const found = { one: [] as number[], two: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      found.one.push(await both([first.url, first.url], seconds))
      found.two.push(await both([first.url, second.url], seconds))
    }
    const row = compared('two processes on one Postgres, requests', {
      baseline: median(found.one),
      ours: median(found.two),
      unit: '/s',
      min: 1.7,
    })
    if (cores >= coresNeeded) return [row]
    console.log(
      `This machine has ${cores} cores: Postgres and the load take of the very cores that the two processes need, so the ratio says little about more machines.`,
    )
    return [{ ...row, target: `${row.target} with ${coresNeeded} cores, here ${cores}` }]
  } finally {
    await place.leave()
  }
}
