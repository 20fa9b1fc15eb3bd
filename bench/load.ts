import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCore, median, root } from './place.ts'

/** One request of the load; each connection goes through the list from a place of its own. */
export interface Shot {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Target {
  url: string
  shots: readonly Shot[]
  /** Before each of its runs. */
  prepare?(): Promise<void>
}

export interface Figures {
  /** Answered with 2xx. */
  perSecond: number
  p99Ms: number
}

const connections = 32
const rounds = 3

/** Medians of three runs of each, in turns, so that what else the machine does meets both. */
export async function inTurns<Name extends string>(
  targets: Record<Name, Target>,
  seconds: number,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(targets) as Name[]
  const found = Object.fromEntries(names.map((name) => [name, [] as Figures[]])) as Record<Name, Figures[]>
  for (const name of names) await fire(targets[name], Math.min(seconds, 2))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      await targets[name].prepare?.()
      found[name].push(await fire(targets[name], seconds))
    }
  }
  return Object.fromEntries(names.map((name) => [name, middle(found[name])])) as Record<Name, Figures>
}

function middle(figures: readonly Figures[]): Figures {
  return {
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    p99Ms: median(figures.map(({ p99Ms }) => p99Ms)),
  }
}

/** One run, by a process on the cores of the load. @throws where anything but 2xx came back. */
export async function fire(
  { url, shots }: Target,
  seconds: number,
  cores = String(loadCore),
): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-load-'))
  try {
    const plan = join(folder, 'plan.json')
    writeFileSync(plan, JSON.stringify({ url, shots, seconds, connections }))
    const child = spawn(
      'taskset',
      ['-c', cores, process.execPath, join(root, 'bench/load-process.ts'), plan],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`The load could not be measured: ${output}`)
    return JSON.parse(output) as Figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
