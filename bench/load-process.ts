import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Shot } from './load.ts'

interface Plan {
  url: string
  shots: Shot[]
  seconds: number
  connections: number
  mayBeRefused: boolean
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan
const { url, shots, seconds, connections, mayBeRefused } = plan
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
const allowed: `${number}`[] = mayBeRefused ? ['304', '409', '429'] : ['304']
const others = allowed.reduce((sum, status) => sum + (result.statusCodeStats?.[status]?.count ?? 0), 0)
const failed = result.non2xx - others + result.errors + result.timeouts
if (failed > 0) {
  console.log(`${failed} of ${result.requests.total} failed: ${JSON.stringify(result.statusCodeStats)}`)
  process.exit(1)
}
console.log(JSON.stringify({ perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 }))
