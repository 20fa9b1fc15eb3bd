import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCore, median, root } from './place.ts'

/** A request of the load; each connection goes through the list from its own starting point. */
export interface Shot {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Target {
  url: string
  shots: readonly Shot[]
  /** 32 by default. */
  connections?: number
  /** True if limits may refuse the shots, with 409 or 429. */
  mayBeRefused?: boolean
  /** Another load during the same time. */
  beside?: Target
  /** Called before each run. */
  prepare?(): Promise<void>
}

export interface Figures {
  /** Responses, whatever their status. */
  perSecond: number
  p99Ms: number
}

const rounds = 3

/**
 * Returns the medians of three runs of each target, taken in turns so that other load on the machine affects all alike.
 */
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

/**
 * Does one run, with the load beside it, in processes on the load's cores. Returns the figures of the target alone.
 *
 * @throws if a response is neither 2xx nor 304, nor a refusal where there may be some
 */
export async function fire(
  { beside, ...target }: Target,
  seconds: number,
  cores = String(loadCore),
): Promise<Figures> {
  const [figures] = await Promise.all([
    run(target, seconds, cores),
    beside ? run(beside, seconds, cores) : undefined,
  ])
  return figures
}

async function run(
  { url, shots, connections = 32, mayBeRefused = false }: Target,
  seconds: number,
  cores: string,
): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-load-'))
  try {
    const plan = join(folder, 'plan.json')
    writeFileSync(plan, JSON.stringify({ url, shots, seconds, connections, mayBeRefused }))
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
