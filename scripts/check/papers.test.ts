import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const records = 'docs/decisions'
const names = readdirSync(join(root, records)).filter((name) => name !== 'README.md')

const papers = globSync(['*.md', '{docs,contract}/**/*.md'], { cwd: root, exclude: ['**/node_modules/**'] })

/** Right below the title. */
const dateAndStatus =
  /^# \d+\. .+\n\n- Date: \d{4}-\d\d-\d\d\n- Status: (?:Accepted|Superseded by \[\d{4}\]\(.+\.md\))\n/

test('each decision record has a date and a status, and is in the index once', () => {
  expect(names.filter((name) => !dateAndStatus.test(read(`${records}/${name}`)))).toEqual([])
  const listed = [...read(`${records}/README.md`).matchAll(/^- \[\d{4}\]\((.+?)\)/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(names.toSorted())
})

test('if a record replaces or amends another, both say so', () => {
  const numberOf = (name: string) => name.slice(0, 4)
  const said = names.flatMap((name) => {
    const [head = ''] = read(`${records}/${name}`).split('\n## ')
    return head.split('\n').flatMap((line) => {
      const others = [...line.matchAll(/\[(\d{4})\]/g)].map(([, other = '']) => other)
      const isNewer = /^- (?:Supersedes|Amends)/.test(line)
      return others.map((other) => (isNewer ? [numberOf(name), other] : [other, numberOf(name)]).join(' '))
    })
  })
  expect(said.filter((each) => said.filter((other) => other === each).length !== 2)).toEqual([])
})

test('each link between documents leads to a file, and to one of its headings', () => {
  expect(papers.length).toBeGreaterThan(60)
  const broken = papers.flatMap((paper) =>
    [...read(paper).matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)]
      .filter(([, path = '', heading = '']) => {
        const target = path ? join(dirname(paper), path) : paper
        return !existsSync(join(root, target)) || (heading && !headingsOf(target).has(heading))
      })
      .map(([link]) => `${paper}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('each path that the documents name exists', () => {
  // Records are about their own time, and may name paths that are gone.
  const today = papers.filter((paper) => !paper.startsWith(records))
  const named = today.flatMap((paper) =>
    [...read(paper).matchAll(ofThisHouse)].map(([, path = '']) => ({ paper, path })),
  )
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

/** Matches `server/src/app.ts`, but not `server/src/features/<f>/<f>.db.ts` or files that the build makes. */
const ofThisHouse = /`((?!web\/dist)(?:contract|server|web|e2e|scripts|docs|bench|deploy)\/[\w./-]+)`/g

/** Returns the anchors that GitHub makes of the headings. */
function headingsOf(paper: string): Set<string> {
  const titles = [...read(paper).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
}
