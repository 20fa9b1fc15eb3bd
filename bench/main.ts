// npm run bench: measures speed against baselines of the same run, and prints one table at the end.
// npm run bench -- api     one part: api, families, neighbours, chat, growth, nodes, pages, lighthouse
import { cpus } from 'node:os'
import { measureApi } from './api.ts'
import { measureChat } from './chat.ts'
import { measureFamilies } from './families.ts'
import { measureGrowth } from './growth.ts'
import { measureNeighbours } from './neighbours.ts'
import { measureNodes } from './nodes.ts'
import { loadCore, postgresCore, serverCore } from './place.ts'
import { printTable, type Row } from './table.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)

/** Each is imported only when it runs: the browser's parts need packages that the others don't. */
const parts: Record<string, () => Promise<Row[]>> = {
  api: () => measureApi(seconds),
  families: () => measureFamilies(seconds),
  neighbours: () => measureNeighbours(seconds),
  chat: () => measureChat(seconds),
  growth: () => measureGrowth(seconds),
  nodes: () => measureNodes(seconds),
  pages: async () => (await import('./pages.ts')).measurePages(),
  lighthouse: async () => (await import('./lighthouse.ts')).measureLighthouse(),
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}; servers on core ${serverCore}, their Postgres on core ${postgresCore}, load on core ${loadCore}.`,
)
const rows: Row[] = []
for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
  console.log(`${name} …`)
  rows.push(...((await parts[name]?.()) ?? []))
}
printTable(rows)
process.exitCode = rows.every(({ met }) => met) ? 0 : 1
