import { basename } from 'node:path'
import type { Breach } from './breach.ts'
import { isCode, nodes, type Source, statements } from './sources.ts'

/** Rules for single files: their names, exports and ignored lint rules. */
export function checkNames(sources: readonly Source[]): Breach[] {
  return [
    ...sources.flatMap(vagueNames),
    ...sources.filter(({ path }) => isCode(path)).flatMap(barrels),
    ...sources.filter(({ path }) => isCode(path)).flatMap(defaultExports),
    ...sources.flatMap(silences),
  ]
}

const vague = /^(?:utils?|helpers?|common)$|[-.](?:utils?|helpers?)$/

function vagueNames({ path }: Source): Breach[] {
  const parts = path.replace(/\.[a-z]+$/, '').split('/')
  return parts
    .filter((part) => vague.test(part.replace(/\.(?:test|spec)$/, '')))
    .map((part) => ({ path, rule: 'vague-name', advice: `name it after what it does, not '${part}'` }))
}

function barrels(source: Source): Breach[] {
  const { path } = source
  const isIndex = /^index\.[a-z]+$/.test(basename(path))
  return statements(source).flatMap((each) => {
    const isReExport = each.type === 'ExportNamedDeclaration' && Boolean(each.source)
    if (each.type !== 'ExportAllDeclaration' && !(isReExport && isIndex)) return []
    return [{ path, rule: 'no-barrel', advice: 'import from the file itself instead of re-exporting' }]
  })
}

/** Read by tools that accept only a default export. */
const wantDefault = [
  /^[^/]+\.config\.(?:ts|mjs)$/,
  /^(?:web|e2e)\/[^/]+\.config\.ts$/,
  /^e2e\/(?:server|harness\/build)\.ts$/, // Playwright's global setups
  /^e2e\/engines\/table-reporter\.ts$/, // Playwright's reporter
]

function defaultExports(source: Source): Breach[] {
  const { path } = source
  if (wantDefault.some((each) => each.test(path))) return []
  return statements(source)
    .filter(({ type }) => type === 'ExportDefaultExpression' || type === 'ExportDefaultDeclaration')
    .map(() => ({ path, rule: 'no-default-export', advice: 'export it by its name' }))
}

const ignoring = /biome-ignore(?:-all|-start)?\s+[^\n]*/g
const withReason = /^biome-ignore\S*\s+[\w/()]+(?:\s*,\s*[\w/()]+)*\s*:\s*(?!<)\S+(?:\s+\S+)+/

function silences({ path, text }: Source): Breach[] {
  // This folder names the marker itself.
  if (path.startsWith('scripts/check/')) return []
  return [...text.matchAll(ignoring)]
    .filter(([found]) => !withReason.test(found.replace(/\*\/.*$/, '')))
    .map(() => ({
      path,
      rule: 'ignore-without-reason',
      advice: 'say after the colon why the rule is wrong here',
    }))
}

/** Only presenters may use the wire's name of an id. */
export function checkWireIds(sources: readonly Source[]): Breach[] {
  return sources
    .filter(({ path }) => path.startsWith('server/src/') && isCode(path))
    .filter(({ path }) => !/\.(?:present|test)\.ts$/.test(path))
    .filter((source) => [...nodes(source)].some(namesWireId))
    .map(({ path }) => ({ path, rule: 'wire-id', advice: "leave '_id' to the feature's *.present.ts" }))
}

function namesWireId(node: { type: string; value?: unknown; cooked?: unknown }): boolean {
  const spelt = [node.value, node.cooked].filter((each) => typeof each === 'string')
  return spelt.some((each) => /\b_id\b/.test(each))
}
