import type { Breach } from './breach.ts'
import { argumentsOf, isNode, type Node, nameOf, nodes, type Source, within } from './sources.ts'

export interface Row {
  id: string
  area: string
  requirement: string
  /** A part of `web/src/ui` that no screen has, or not in that way: tests beside it or in the harness are all there is. */
  isComponentOnly: boolean
}

/** What the last column of `docs/requirements.tsv` may say. */
const componentOnly = 'component only'

export function parseRows(tsv: string): Row[] {
  return tsv
    .split('\n')
    .slice(1)
    .filter((each) => each.trim() !== '')
    .map((each) => {
      const [id = '', area = '', requirement = '', , , where = ''] = each.split('\t')
      return { id, area, requirement, isComponentOnly: where === componentOnly }
    })
}

/** A test, and the rows that its title starts with. */
export interface Title {
  path: string
  title: string
  ids: string[]
}

/** `'PLAY-54, PLAY-55 a confirmed rejection …'` names both. */
const leadingIds = /^[A-Z]+-\d+(?:(?:[\s,;:&+/]|and\b)+[A-Z]+-\d+)*(?![\w-])/

export function idsOf(title: string): string[] {
  return leadingIds.exec(title)?.[0].match(/[A-Z]+-\d+/g) ?? []
}

/** The walls' own test speaks about titles; it proves no row. */
const withRows = /^(?!scripts\/check\/).*\.(?:test|spec)\.tsx?$/

export function titlesOf(sources: readonly Source[]): Title[] {
  return sources.filter(({ path }) => withRows.test(path)).flatMap(titlesIn)
}

function titlesIn(source: Source): Title[] {
  return [...nodes(source)].filter(isTestCall).flatMap((call) => {
    const title = spelling(argumentsOf(call)[0])
    const written = [title, ...(isTabled(call, title) ? rowTitles(call, source) : [])]
    return written
      .filter((each) => each !== undefined)
      .map((each) => ({ path: source.path, title: each, ids: idsOf(each) }))
      .filter(({ ids }, at) => at === 0 || ids.length > 0)
  })
}

const starters = new Set(['test', 'it', 'describe'])

/** `test(…)`, `it.each(…)(…)`, `test.describe(…)`, `describe.skip(…)`: whatever hangs on one of the three. */
function isTestCall({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee)) return false
  let part: Node = callee
  let isTable = false
  while (part.type === 'MemberExpression' || part.type === 'CallExpression') {
    const next: unknown = part.type === 'MemberExpression' ? part.object : part.callee
    if (!isNode(next)) return false
    isTable ||= part.type === 'CallExpression'
    part = next
  }
  if (!starters.has(nameOf(part) ?? '')) return false
  // `it.each(table)` alone is the table, not the test.
  return (
    isTable ||
    !(callee.type === 'MemberExpression' && ['each', 'for'].includes(nameOf(callee.property) ?? ''))
  )
}

/** The text of a literal; where a template has a hole it reads `…`. */
function spelling(expression: Node | undefined): string | undefined {
  if (expression?.type === 'StringLiteral') return String(expression.value)
  if (expression?.type !== 'TemplateLiteral') return undefined
  return (expression.quasis as Node[]).map(({ cooked }) => String(cooked)).join('…')
}

/** True where the title's start stands in a table: `$title`, `%s` or a template that begins with a hole. */
function isTabled(call: Node, title: string | undefined): boolean {
  return title === undefined ? argumentsOf(call).length > 1 : /^(?:…|\$|%)/.test(title)
}

/** Texts that start with an id, wherever the file keeps its table. */
function rowTitles(call: Node, source: Source): string[] {
  const ownTable = [...within(call.callee)].map(spelling).filter(startsWithId)
  return ownTable.length > 0 ? ownTable : [...nodes(source)].map(spelling).filter(startsWithId)
}

function startsWithId(text: string | undefined): text is string {
  return text !== undefined && idsOf(text).length > 0
}

/** Tests of parts by themselves: in the page that shows nothing else, and of pure functions. */
const withoutScreens =
  /^(?:e2e\/(?:forms|table|table\.drill|widgets|media|phone|photos)\.spec|(?:contract|web)\/.*\.test)\.tsx?$/

/** A title that starts with an id names a row that exists, and no journey proves what no screen has. */
export function checkTitles(sources: readonly Source[], rows: readonly Row[]): Breach[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  return titlesOf(sources).flatMap(({ path, ids }) =>
    ids.flatMap((id) => {
      const row = known.get(id)
      if (!row) return [{ path, rule: 'known-row', advice: `'${id}' is no row of docs/requirements.tsv` }]
      if (!row.isComponentOnly || withoutScreens.test(path)) return []
      const advice = `'${id}' is seen on a screen here: take '${componentOnly}' out of its line in docs/requirements.tsv`
      return [{ path, rule: 'component-only', advice }]
    }),
  )
}
