import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Breach } from './breach.ts'

const run = promisify(execFile)

const advices: Record<string, string> = {
  files: 'nothing imports this file: delete it',
  dependencies: 'is not used: take it out of package.json',
  devDependencies: 'is not used: take it out of package.json',
  optionalPeerDependencies: 'is used, but only an optional peer: add it to package.json',
  unlisted: 'is used, but not in the nearest package.json: add it',
  binaries: 'is run, but no dependency brings it',
  unresolved: 'is imported, but not there',
  exports: 'is exported, but nobody imports it: drop the export',
  types: 'is exported, but nobody imports it: drop the export',
  nsExports: 'is exported, but nobody imports it: drop the export',
  nsTypes: 'is exported, but nobody imports it: drop the export',
  duplicates: 'is exported twice',
  enumMembers: 'is never used',
  catalog: 'is never used',
}

/** Reports what knip finds: unused dependencies, files and exports. */
export async function checkUnused(root: string): Promise<Breach[]> {
  const knip = fileURLToPath(new URL('../../node_modules/knip/bin/knip.js', import.meta.url))
  const options = ['--no-progress', '--no-exit-code', '--no-config-hints', '--reporter', 'json']
  const { stdout } = await run(process.execPath, [knip, ...options], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  return breachesOf(JSON.parse(stdout) as Report)
}

interface Finding {
  name: string
}

interface Report {
  issues: ({ file: string } & Record<string, Finding[] | Finding[][] | string | undefined>)[]
}

function breachesOf({ issues }: Report): Breach[] {
  return issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) => {
      if (!Array.isArray(found)) return []
      return found.flat().map(({ name }) => ({
        path: file,
        rule: `unused-${kind}`,
        advice: kind === 'files' ? (advices.files ?? '') : `'${name}' ${advices[kind] ?? kind}`,
      }))
    }),
  )
}
