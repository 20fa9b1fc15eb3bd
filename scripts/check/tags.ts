import type { Breach } from './breach.ts'
import { argumentsOf, isNode, type Node, nameOf, nodes, type Source, within } from './sources.ts'

export interface Row {
  id: string
  area: string
  requirement: string
  /** A part that is on no screen, or not in this form: tested only beside it or in the harness. */
  isComponentOnly: boolean
}

/** The value that the last column of `docs/requirements.tsv` may have. */
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

/** A test or a group of tests, with the rows it is tagged with. */
export interface TaggedTest {
  path: string
  title: string
  ids: string[]
  where: 'screen' | 'harness' | 'code'
}

const rowId = /^@?([A-Z]+-\d+)$/
const leadingId = /^@?[A-Z]+-\d+\b/

/** The checks' own test contains tags as data; it proves no row. */
const withRows = /^(?!scripts\/check\/).*\.(?:test|spec)\.tsx?$/

export function testsOf(sources: readonly Source[]): TaggedTest[] {
  return sources
    .filter(({ path }) => withRows.test(path))
    .flatMap((source) =>
      [...nodes(source)].filter(isTestCall).map((call) => {
        const [title, options] = argumentsOf(call)
        const where = placeOf(source.path, call)
        return { path: source.path, title: textOf(title) ?? '', ids: tagsOf(options), where }
      }),
    )
}

/** `{ tags: ['PLAY-54'] }` for Vitest, `{ tag: ['@PLAY-54'] }` for Playwright. */
function tagsOf(options: Node | undefined): string[] {
  if (options?.type !== 'ObjectExpression') return []
  return (options.properties as Node[])
    .filter(({ key }) => isNode(key) && ['tag', 'tags'].includes(nameOf(key) ?? ''))
    .flatMap(({ value }) => (isNode(value) ? [...within(value)] : []))
    .flatMap((each) => rowId.exec(textOf(each) ?? '')?.[1] ?? [])
}

const starters = new Set(['test', 'it', 'describe'])

/** True for calls based on one of the three: `test(…)`, `it.each(…)(…)`, `test.describe(…)`, `describe.skip(…)`. */
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
  // `it.each(table)` alone is only the table.
  return (
    isTable ||
    !(callee.type === 'MemberExpression' && ['each', 'for'].includes(nameOf(callee.property) ?? ''))
  )
}

/** Returns a literal's text; a template's expressions become `…`. */
function textOf(expression: Node | undefined): string | undefined {
  if (expression?.type === 'StringLiteral') return String(expression.value)
  if (expression?.type !== 'TemplateLiteral') return undefined
  return (expression.quasis as Node[]).map(({ cooked }) => String(cooked)).join('…')
}

function placeOf(path: string, call: Node): TaggedTest['where'] {
  if (!path.startsWith('e2e/')) return 'code'
  const isHarness = [...within(call)].some(
    ({ type, properties }) =>
      type === 'ObjectPattern' && (properties as Node[]).some(({ key }) => nameOf(key) === 'harness'),
  )
  return isHarness ? 'harness' : 'screen'
}

/**
 * Checks that tags name existing rows, that titles name none, and that exactly the rows that are seen in the harness,
 * but on no screen, are marked as such.
 */
export function checkTags(sources: readonly Source[], rows: readonly Row[]): Breach[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  const tests = testsOf(sources)
  const onScreens = new Set(tests.flatMap(({ ids, where }) => (where === 'screen' ? ids : [])))
  return tests.flatMap(({ path, title, ids, where }) => {
    const breaches: Breach[] = ids.flatMap((id) => {
      const row = known.get(id)
      if (!row) return [{ path, rule: 'known-row', advice: `'${id}' is no row of docs/requirements.tsv` }]
      if (row.isComponentOnly && where === 'screen') {
        const advice = `'${id}' is seen on a screen here: take '${componentOnly}' out of its line in docs/requirements.tsv`
        return [{ path, rule: 'component-only', advice }]
      }
      if (!row.isComponentOnly && where === 'harness' && !onScreens.has(id)) {
        const advice = `'${id}' is seen in the harness only: test it on a screen, or add '${componentOnly}' to its line in docs/requirements.tsv`
        return [{ path, rule: 'component-only', advice }]
      }
      return []
    })
    if (!leadingId.test(title)) return breaches
    return [...breaches, { path, rule: 'row-as-tag', advice: `the rows of '${title}' are its tags` }]
  })
}
