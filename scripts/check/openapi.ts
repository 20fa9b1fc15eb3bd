import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AnyEndpoint } from '../../contract/src/http/endpoint.ts'
import { openApiOf } from '../../server/src/http/openapi/openapi.ts'
import type { Breach } from './breach.ts'

/** Returns the document of /api/openapi.json, made from all endpoints of the contract. */
export async function readOpenApi(root: string, codeFiles: readonly string[]): Promise<object> {
  const contracts = codeFiles.filter((path) => /^contract\/src\/.*\.contract\.ts$/.test(path))
  const modules = await Promise.all(contracts.map((path) => import(resolve(root, path)) as Promise<object>))
  const endpoints = modules.flatMap((each) => Object.values(each).filter(isEndpoint))
  const sorted = endpoints.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return openApiOf(sorted, { brandName: 'Tagalong', publicUrl: 'https://tagalong.test' })
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'scope' in value && 'guard' in value
}

/** Returns the errors of `redocly lint` by its recommended rules. */
export async function checkOpenApi(document: object): Promise<Breach[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tagalong-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    return breachesOf(JSON.parse(await lint(file)) as Report)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** It exits with 1 both if it found errors and if it couldn't start. */
function lint(file: string): Promise<string> {
  const redocly = resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')
  const options = ['lint', file, '--extends', 'recommended', '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((done, fail) => {
    execFile(process.execPath, [redocly, ...options], { env }, (error, stdout, stderr) => {
      if (stdout) done(stdout)
      else fail(new Error(`redocly found nothing to say: ${stderr}`, { cause: error }))
    })
  })
}

interface Report {
  problems: { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }[]
}

function breachesOf({ problems }: Report): Breach[] {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => ({
      path: 'server/src/http/openapi/openapi.ts',
      rule: `openapi-${ruleId}`,
      advice: `${location[0]?.pointer ?? '#'}: ${message}`,
    }))
}
