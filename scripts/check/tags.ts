import type { Breach } from './breach.ts'
import { argumentsOf, isNode, type Node, nameOf, nodes, type Source, within } from './sources.ts'

export interface Row {
  id: string
  area: string
  requirement: string
  /** A part of `web/src/specified` or `ui` that no screen has, or not so: tests beside it or in the harness are all. */
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

/** A test or a group of tests, and the rows that it is tagged with. */
export interface TaggedTest {
  path: string
  title: string
  ids: string[]
}

const rowId = /^@?([A-Z]+-\d+)$/
const leadingId = /^@?[A-Z]+-\d+\b/

/** The checks' own test speaks about tags; it proves no row. */
const withRows = /^(?!scripts\/check\/).*\.(?:test|spec)\.tsx?$/

export function testsOf(sources: readonly Source[]): TaggedTest[] {
  return sources
    .filter(({ path }) => withRows.test(path))
    .flatMap((source) =>
      [...nodes(source)].filter(isTestCall).map((call) => {
        const [title, options] = argumentsOf(call)
        return { path: source.path, title: textOf(title) ?? '', ids: tagsOf(options) }
      }),
    )
}

/** `{ tags: ['PLAY-54'] }` as Vitest has it, `{ tag: ['@PLAY-54'] }` as Playwright has it. */
function tagsOf(options: Node | undefined): string[] {
  if (options?.type !== 'ObjectExpression') return []
  return (options.properties as Node[])
    .filter(({ key }) => isNode(key) && ['tag', 'tags'].includes(nameOf(key) ?? ''))
    .flatMap(({ value }) => (isNode(value) ? [...within(value)] : []))
    .flatMap((each) => rowId.exec(textOf(each) ?? '')?.[1] ?? [])
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
function textOf(expression: Node | undefined): string | undefined {
  if (expression?.type === 'StringLiteral') return String(expression.value)
  if (expression?.type !== 'TemplateLiteral') return undefined
  return (expression.quasis as Node[]).map(({ cooked }) => String(cooked)).join('…')
}

/** Tests of parts by themselves: in the page that shows nothing else, and of pure functions. */
const withoutScreens =
  /^(?:e2e\/(?:forms|table|table\.stress|widgets|media|phone|photos)\.spec|(?:contract|web)\/.*\.test)\.tsx?$/

/** A tag names a row that exists, titles name none, and no journey proves what no screen has. */
export function checkTags(sources: readonly Source[], rows: readonly Row[]): Breach[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  return testsOf(sources).flatMap(({ path, title, ids }) => {
    const breaches: Breach[] = ids.flatMap((id) => {
      const row = known.get(id)
      if (!row) return [{ path, rule: 'known-row', advice: `'${id}' is no row of docs/requirements.tsv` }]
      if (!row.isComponentOnly || withoutScreens.test(path)) return []
      const advice = `'${id}' is seen on a screen here: take '${componentOnly}' out of its line in docs/requirements.tsv`
      return [{ path, rule: 'component-only', advice }]
    })
    if (!leadingId.test(title)) return breaches
    return [...breaches, { path, rule: 'row-as-tag', advice: `the rows of '${title}' are its tags` }]
  })
}
