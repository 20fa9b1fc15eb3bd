import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Shot } from './load.ts'

interface Plan {
  url: string
  shots: Shot[]
  seconds: number
  connections: number
}

const { url, shots, seconds, connections } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan
let next = 0

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  setupClient(client) {
    const own = shots.length / connections
    const start = Math.floor(own * next)
    next += 1
    client.setRequests([...shots.slice(start), ...shots.slice(0, start)] as autocannon.Request[])
  },
})
const unchanged = result.statusCodeStats?.['304']?.count ?? 0
const wrong = result.non2xx - unchanged + result.errors + result.timeouts
if (wrong > 0) {
  console.log(
    `${wrong} of ${result.requests.total} were answered neither with 2xx nor 304: ${JSON.stringify(result.statusCodeStats)}`,
  )
  process.exit(1)
}
console.log(JSON.stringify({ perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 }))
