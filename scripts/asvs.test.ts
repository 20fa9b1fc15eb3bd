import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asvsSections } from './asvs-ids.ts'

const root = resolve(import.meta.dirname, '..')
const paper = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
const ids = Object.entries(asvsSections).flatMap(([section, numbers]) =>
  numbers.map((number) => `V${section}.${number}`),
)
const verdicts = ['met', 'not applicable', 'not met']

describe('docs/asvs.md', { tags: ['SAFE-79'] }, () => {
  test('has one row with a verdict for each requirement, and says where or why', () => {
    expect(ids).toHaveLength(226)
    expect(problemsOf(paper)).toEqual([])
  })

  const row = paper.match(/^\| V6\.2\.5 .*\n/m)?.[0] ?? ''
  test.each([
    ['a row that is gone', '', 'V6.2.5 stands 0 times'],
    ['a row that stands twice', row + row, 'V6.2.5 stands 2 times'],
    ['a verdict of another kind', row.replace('not met', 'perhaps'), 'V6.2.5 has no verdict'],
    ['a refusal without a reason', '| V6.2.5 | not met | `README.md` | |\n', 'V6.2.5 says no reason'],
    ['nothing to look at', '| V6.2.5 | met | | |\n', 'V6.2.5 says not where it is seen'],
    ['a file that is gone', '| V6.2.5 | met | `server/src/gone.ts` | |\n', 'V6.2.5 names server/src/gone.ts'],
    ['a row that nobody asked for', `${row}| V6.2.13 | met | \`README.md\` | |\n`, 'V6.2.13 is none of them'],
  ])('%s is found', (_what, instead, problem) => {
    expect(problemsOf(paper.replace(row, instead))).toContain(problem)
  })

  test('states the counts of its rows at its beginning', () => {
    expect(problemsOf(paper.replace(row, row.replace('not met', 'met')))).toHaveLength(2)
  })
})

function problemsOf(text: string): string[] {
  const rows = [...text.matchAll(/^\| (V\d[\d.]+) \|(.*)\|(.*)\|(.*)\|$/gm)].map(
    ([, id = '', verdict = '', where = '', why = '']) => ({
      id,
      verdict: verdict.trim(),
      where: where.trim(),
      why: why.trim(),
    }),
  )
  const inAll = verdicts.map((verdict) => ({
    verdict,
    counted: rows.filter((each) => each.verdict === verdict).length,
    said: Number(text.match(new RegExp(`^\\| ${verdict} \\| (\\d+) \\|$`, 'm'))?.[1]),
  }))
  return [
    ...ids.flatMap((id) => {
      const times = rows.filter((each) => each.id === id).length
      return times === 1 ? [] : [`${id} stands ${times} times`]
    }),
    ...rows.flatMap(({ id, verdict, where, why }) => {
      const gone = [...where.matchAll(/`([\w./-]+\.\w+)`/g)].flatMap(([, path = '']) =>
        path.startsWith('/') || existsSync(join(root, path)) ? [] : [`${id} names ${path}`],
      )
      if (!ids.includes(id)) return [`${id} is none of them`]
      if (!verdicts.includes(verdict)) return [`${id} has no verdict`]
      if (verdict !== 'met' && why === '') return [`${id} says no reason`]
      if (verdict !== 'not applicable' && where === '') return [`${id} says not where it is seen`]
      return gone
    }),
    ...inAll
      .filter(({ counted, said }) => counted !== said)
      .map(({ verdict, counted, said }) => `${verdict}: ${said} are said, ${counted} stand there`),
  ]
}
