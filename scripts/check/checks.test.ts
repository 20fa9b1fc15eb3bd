import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Breach } from './breach.ts'
import { checkBrowsers } from './browsers.ts'
import { checkAuthorised, checkEndpoints, checkSql } from './endpoints.ts'
import { checkFolders } from './folders.ts'
import { checkImports, tooFew } from './imports.ts'
import { checkNames, checkWireIds } from './names.ts'
import { checkOpenApi, readOpenApi } from './openapi.ts'
import { checkScreens } from './screens.ts'
import { isCode, type Source } from './sources.ts'
import { checkTags, parseRows, testsOf } from './tags.ts'
import { checkUnused } from './unused.ts'

type Tree = Record<string, string>

const contract = 'contract/src/features/playdates/playdates.contract.ts'
const feature = (name: string) => `server/src/features/${name}`
const playdates = feature('playdates')

/** A small project without breaches, to which each test adds one. */
const goodTree: Tree = {
  [contract]: `
    import * as z from 'zod/mini'
    import { endpoint } from '../../http/endpoint.ts'
    import { id } from '../../values/id.ts'
    export const acceptPlaydate = endpoint({ name: 'playdates.accept', method: 'POST', data: z.object({ id }) })
    export const getPlaydate = endpoint({ name: 'playdates.get', method: 'GET', data: z.object({ id }) })`,
  'contract/src/http/endpoint.ts': 'export const endpoint = (definition: object) => definition',
  'contract/src/values/id.ts': "import * as z from 'zod/mini'\nexport const id = z.string()",
  [`${playdates}/playdates.routes.ts`]: `
    import { acceptPlaydate as accepting, getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
    import { route } from '#http/route.ts'
    import { mayAccept } from './playdates.policy.ts'
    import { presentPlaydate } from './playdates.present.ts'
    import { acceptPlaydate } from './playdates.service.ts'
    export const routes = [
      route(accepting, { policy: mayAccept, handle: acceptPlaydate }),
      route(getPlaydate, { policy: mayAccept, handle: presentPlaydate }),
    ]`,
  [`${playdates}/playdates.policy.ts`]: `
    import { authorise } from '#http/authorised.ts'
    import { findPlaydate } from './playdates.db.ts'
    export const mayAccept = () => authorise(findPlaydate())`,
  [`${playdates}/playdates.service.ts`]: `
    import type { Authorised } from '#http/authorised.ts'
    import { findPlaydate } from './playdates.db.ts'
    export const acceptPlaydate = (_: Authorised<object>) => findPlaydate()`,
  [`${playdates}/playdates.db.ts`]: `
    import { sql } from 'kysely'
    export type Row = object
    export const findPlaydate = (): Row => sql`,
  [`${playdates}/playdates.present.ts`]: `
    import type { Row } from './playdates.db.ts'
    export const presentPlaydate = (row: Row) => ({ _id: row })`,
  [`${playdates}/playdates.test.ts`]: `
    import { acceptPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
    import { test } from 'vitest'
    import { anApp } from '../../../test/app.ts'
    test('is accepted', { tags: ['PLAY-01'] }, () => anApp(acceptPlaydate))
    test.each(['playdates.get'])('%s', { tags: ['PLAY-01', 'PLAY-02'] }, () => {})`,
  [`${feature('visibility')}/visible.ts`]: 'export const visible = true',
  'server/test/app.ts': 'export const anApp = (of: object) => of',
  'server/src/http/route.ts':
    'export const route = (endpoint: object, handling: object) => ({ endpoint, handling })',
  'server/src/http/authorised.ts':
    'export type Authorised<T> = T & { authorised: true }\nexport const authorise = (row: object) => row',
  'server/src/main.mjs':
    "import { routes } from '#features/playdates/playdates.routes.ts'\nconsole.log(routes)",
  'web/src/features/playdates/playdates.queries.ts': `
    import { acceptPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
    import { call } from '#lib/api.ts'
    export const useAcceptPlaydate = () => call(acceptPlaydate)`,
  'web/src/features/home/home-screen.tsx': `
    import { Card } from '#ui/card.tsx'
    import { useAcceptPlaydate } from '../playdates/playdates.queries.ts'
    export const HomeScreen = () => <Card>{useAcceptPlaydate()}</Card>`,
  'web/src/lib/api.ts': 'export const call = (of: object) => of',
  'web/src/ui/card.tsx': 'export const Card = (of: object) => of',
  'e2e/walk.ts': "await open('/')",
  'web/src/app/routes.tsx':
    "import { HomeScreen } from '#features/home/home-screen.tsx'\nexport const routes = [HomeScreen]",
}
const rows = parseRows(
  'id\tarea\trequirement\tsource\tcheck\twhere\nPLAY-01\tPLAY\nPLAY-02\tPLAY\nFORM-35\tFORM\nFORM-36\tFORM\t\t\t\tcomponent only\n',
)

describe('checks of file contents', () => {
  test('a project in good order has no breach', () => {
    expect(breachesOfText(goodTree)).toEqual([])
  })

  const contracted = (text: string) => ({ [contract]: `${goodTree[contract]}\n${text}` })
  const breaches: [what: string, rule: string, path: string, planted: Tree][] = [
    [
      'a folder that is no feature',
      'known-feature',
      'web/src/features/games',
      { 'web/src/features/games/chess.ts': '' },
    ],
    ['`home` on the server', 'known-feature', feature('home'), { [`${feature('home')}/home.db.ts`]: '' }],
    [
      'a feature that the others lack',
      'mirrored-folder',
      'contract/src/features/chat',
      { 'contract/src/features/chat/chat.contract.ts': '', 'web/src/features/chat/chat-panel.tsx': '' },
    ],
    [
      'an endpoint that nobody registers',
      'endpoint-registered-once',
      contract,
      {
        ...contracted("export const listPlaydates = endpoint({ name: 'playdates.list', method: 'GET' })"),
        'server/test/matrix.test.ts': "export const lines = ['playdates.list']",
      },
    ],
    [
      'an endpoint registered twice',
      'endpoint-registered-once',
      contract,
      {
        [`${playdates}/playdates.admin-routes.ts`]: `
          import * as calls from '@tagalong/contract/features/playdates/playdates.contract.ts'
          import { route } from '#http/route.ts'
          export const routes = [route(calls.getPlaydate, {})]`,
      },
    ],
    [
      'an endpoint that no test names',
      'endpoint-tested',
      contract,
      { [`${playdates}/playdates.test.ts`]: "test('it', () => getPlaydate)" },
    ],
    [
      'a use case under another name',
      'one-verb-per-chain',
      contract,
      { [`${playdates}/playdates.service.ts`]: 'export const confirmPlaydate = () => {}' },
    ],
    [
      'two endpoints with one name',
      'endpoint-name',
      contract,
      {
        ...contracted("export const again = endpoint({ name: 'playdates.get', method: 'GET' })"),
        [`${playdates}/more.routes.ts`]: `
          import { again } from '@tagalong/contract/features/playdates/playdates.contract.ts'
          export const routes = [route(again, {})]`,
      },
    ],
    [
      'authorise() outside of a policy',
      'authorise-in-policies',
      `${playdates}/accepting.ts`,
      { [`${playdates}/accepting.ts`]: "import { authorise as pass } from '#http/authorised.ts'\npass({})" },
    ],
    [
      'a query builder outside of *.db.ts',
      'sql-in-db-files',
      `${playdates}/counting.ts`,
      { [`${playdates}/counting.ts`]: "export const all = (db) => db.selectFrom('playdate').execute()" },
    ],
    [
      'the driver outside of *.db.ts',
      'sql-in-db-files',
      'server/src/http/limits/limits.ts',
      { 'server/src/http/limits/limits.ts': "import pg from 'pg'\nexport const pool = new pg.Pool()" },
    ],
    [
      'the wire id outside of a presenter',
      'wire-id',
      `${playdates}/shaping.ts`,
      { [`${playdates}/shaping.ts`]: 'export const shape = (row) => row._id' },
    ],
    [
      'the wire id in SQL',
      'wire-id',
      `${playdates}/shaping.db.ts`,
      { [`${playdates}/shaping.db.ts`]: 'export const text = `select id as "_id" from child`' },
    ],
    [
      'a barrel',
      'no-barrel',
      'web/src/ui/index.ts',
      { 'web/src/ui/index.ts': "export { Card } from './card.tsx'" },
    ],
    [
      'a barrel by another name',
      'no-barrel',
      'web/src/ui/all.ts',
      { 'web/src/ui/all.ts': "export * from './card.tsx'" },
    ],
    [
      'a default export',
      'no-default-export',
      'web/src/ui/dot.tsx',
      { 'web/src/ui/dot.tsx': 'export default function Dot() {}' },
    ],
    ['a file named utils', 'vague-name', 'web/src/lib/date-utils.ts', { 'web/src/lib/date-utils.ts': '' }],
    [
      'a folder named helpers',
      'vague-name',
      'server/src/helpers/time.ts',
      { 'server/src/helpers/time.ts': '' },
    ],
    ['a folder named common', 'vague-name', 'contract/src/common/x.ts', { 'contract/src/common/x.ts': '' }],
    [
      'a silenced rule without a reason',
      'ignore-without-reason',
      'web/src/lib/loose.ts',
      {
        'web/src/lib/loose.ts':
          '// biome-ignore lint/suspicious/noExplicitAny: <explanation>\nexport const loose = 1',
      },
    ],
    [
      'a screen that nobody walks through in Spanish',
      'walked-screen',
      'e2e/walk.ts',
      {
        'web/src/app/routes.tsx':
          "export const screens = [screen('/home', HomeScreen), screen('/child/:id', HomeScreen), screen('/admin/*', HomeScreen)]",
        'e2e/walk.ts': "await open('/home')",
      },
    ],
    [
      'what older browsers lack, in the web app',
      'older-browsers',
      'web/src/lib/leading.ts',
      { 'web/src/lib/leading.ts': "export const lead = (to) => URL.parse(to, 'https://x.example')?.href" },
    ],
    [
      'what older browsers lack, in the contract',
      'older-browsers',
      'contract/src/values/letters.ts',
      { 'contract/src/values/letters.ts': 'export const letters = new Intl.Segmenter()' },
    ],
    [
      'an unknown row',
      'known-row',
      'e2e/journey.spec.ts',
      {
        'e2e/journey.spec.ts':
          "test.describe('all', () => { test('flies', { tag: ['@PLAY-99'] }, async () => {}) })",
      },
    ],
    [
      'a journey that proves what is said to be on no screen',
      'component-only',
      'e2e/journey.spec.ts',
      {
        'e2e/forms.spec.ts':
          "test('a form sends files', { tag: '@FORM-36' }, async ({ page, harness }) => {})",
        'e2e/journey.spec.ts': "test('a photo is sent', { tag: '@FORM-36' }, async ({ page }) => {})",
      },
    ],
    [
      'a row that is seen in the harness only',
      'component-only',
      'e2e/forms.spec.ts',
      {
        'e2e/forms.spec.ts': "test('a form is sent', { tag: '@FORM-35' }, async ({ page, harness }) => {})",
        'web/src/ui/form.test.ts': "test('a form is valid', { tags: ['FORM-35'] }, () => {})",
      },
    ],
    [
      'a row in a title',
      'row-as-tag',
      'e2e/journey.spec.ts',
      { 'e2e/journey.spec.ts': "test('PLAY-01 a playdate is seen', async () => {})" },
    ],
  ]
  test.each(breaches)('%s is found (%s)', (_what, rule, path, planted) => {
    expect(breachesOfText({ ...goodTree, ...planted })).toEqual([`${path}: ${rule}`])
  })

  test('a silenced rule with a reason is allowed', () => {
    const text =
      '// biome-ignore lint/suspicious/noExplicitAny: the library types it so\nexport const loose = 1'
    expect(breachesOfText({ ...goodTree, 'web/src/lib/loose.ts': text })).toEqual([])
  })
})

describe('checks of imports', () => {
  test('a project in good order has no breach', async () => {
    expect(await breachesOfImports(goodTree)).toEqual([])
  })

  const file = (path: string, ...froms: string[]): Tree => ({
    [path]: froms
      .map((from, at) => `import * as part${at} from '${from}'\nconsole.log(part${at})`)
      .join('\n'),
  })
  const prerendering: Tree = { 'web/src/app/prerender/expected.ts': 'export const who = 1' }
  const breaches: [what: string, rule: string, path: string, planted: Tree][] = [
    [
      'a library in the contract',
      'contract-stands-alone',
      'contract/src/values/a.ts',
      file('contract/src/values/a.ts', 'fastify'),
    ],
    [
      'all of zod in the contract',
      'contract-stands-alone',
      'contract/src/values/a.ts',
      file('contract/src/values/a.ts', 'zod'),
    ],
    [
      'Node in the contract',
      'contract-stands-alone',
      'contract/src/values/a.ts',
      file('contract/src/values/a.ts', 'node:fs'),
    ],
    [
      'the server in the web app',
      'web-without-server',
      'web/src/lib/a.ts',
      file('web/src/lib/a.ts', '../../../server/src/http/route.ts'),
    ],
    [
      'the web app in the server',
      'server-without-web',
      'server/src/http/a.ts',
      file('server/src/http/a.ts', '../../../web/src/lib/api.ts'),
    ],
    [
      'a layer above, on the server',
      'layers-upwards',
      'server/src/db/a.ts',
      { ...file('server/src/db/a.ts', '#jobs/b.ts'), 'server/src/jobs/b.ts': 'export const b = 1' },
    ],
    [
      'a feature to the right, on the server',
      'feature-order',
      `${feature('children')}/a.ts`,
      file(`${feature('children')}/a.ts`, '#features/playdates/playdates.service.ts'),
    ],
    [
      'the statements of another feature',
      'sql-of-one-feature',
      `${feature('groups')}/groups.db.ts`,
      {
        ...file(`${feature('groups')}/groups.db.ts`, '#features/children/children.db.ts'),
        [`${feature('children')}/children.db.ts`]: 'export const a = 1',
      },
    ],
    [
      'a type of a feature to the right',
      'feature-order',
      `${feature('visibility')}/a.ts`,
      {
        [`${feature('visibility')}/a.ts`]:
          "import type { Row } from '../playdates/playdates.db.ts'\nexport type A = Row",
      },
    ],
    [
      'a feature to the right, in the contract',
      'feature-order',
      'contract/src/features/users/users.rules.ts',
      file('contract/src/features/users/users.rules.ts', '../playdates/playdates.contract.ts'),
    ],
    [
      'home in a feature of the web app',
      'feature-order',
      'web/src/features/chat/chat-panel.tsx',
      file('web/src/features/chat/chat-panel.tsx', '#features/home/home-screen.tsx'),
    ],
    [
      'a feature in ui/',
      'ui-knows-no-feature',
      'web/src/ui/a.tsx',
      file('web/src/ui/a.tsx', '#features/home/home-screen.tsx'),
    ],
    ['app/ in ui/', 'ui-knows-no-feature', 'web/src/ui/a.tsx', file('web/src/ui/a.tsx', '#app/routes.tsx')],
    [
      'a part that is only specified, in a screen',
      'specified-unused',
      'web/src/features/chat/chat-panel.tsx',
      {
        ...file('web/src/features/chat/chat-panel.tsx', '#specified/b.tsx'),
        'web/src/specified/b.tsx': 'export const x = 1',
      },
    ],
    [
      'a feature in lib/',
      'lib-knows-no-feature',
      'web/src/lib/a.ts',
      file('web/src/lib/a.ts', '#features/home/home-screen.tsx'),
    ],
    [
      'app/ in a feature',
      'app-above-features',
      'web/src/features/chat/a.tsx',
      file('web/src/features/chat/a.tsx', '#app/routes.tsx'),
    ],
    [
      'prerendering in a feature',
      'app-above-features',
      'web/src/features/chat/a.tsx',
      { ...file('web/src/features/chat/a.tsx', '#app/prerender/expected.ts'), ...prerendering },
    ],
    [
      'prerendering in ui/',
      'ui-knows-no-feature',
      'web/src/ui/a.tsx',
      { ...file('web/src/ui/a.tsx', '#app/prerender/expected.ts'), ...prerendering },
    ],
    [
      'a feature in a layer below',
      'layers-below-features',
      'server/src/jobs/a.ts',
      file('server/src/jobs/a.ts', '#features/playdates/playdates.db.ts'),
    ],
    [
      'db in routes',
      'routes-over-services',
      `${playdates}/more.routes.ts`,
      file(`${playdates}/more.routes.ts`, './playdates.db.ts'),
    ],
    [
      'a service in a policy',
      'policy-below-routes',
      `${playdates}/more.policy.ts`,
      file(`${playdates}/more.policy.ts`, './playdates.service.ts'),
    ],
    [
      'a policy in a service',
      'service-below-policy',
      `${playdates}/more.service.ts`,
      file(`${playdates}/more.service.ts`, './playdates.policy.ts'),
    ],
    [
      'a service in db, in a folder of the feature',
      'db-at-the-bottom',
      `${playdates}/overview/more.db.ts`,
      file(`${playdates}/overview/more.db.ts`, '../playdates.service.ts'),
    ],
    [
      'a service in db',
      'db-at-the-bottom',
      `${playdates}/more.db.ts`,
      file(`${playdates}/more.db.ts`, './playdates.service.ts'),
    ],
    [
      'a query in a presenter',
      'present-only-shapes',
      `${playdates}/more.present.ts`,
      file(`${playdates}/more.present.ts`, './playdates.db.ts'),
    ],
    [
      'a cycle of types',
      'no-cycle',
      'web/src/lib/a.ts',
      {
        'web/src/lib/a.ts': "import type { B } from './b.ts'\nexport type A = B | 1",
        'web/src/lib/b.ts': "import type { A } from './a.ts'\nexport type B = A | 2",
      },
    ],
    [
      'a cycle',
      'no-cycle',
      'web/src/lib/a.ts',
      {
        'web/src/lib/a.ts': "export { b as a } from './b.ts'",
        'web/src/lib/b.ts': "export { a as b } from './a.ts'",
      },
    ],
    [
      'a test in the product',
      'no-test-in-product',
      'server/src/http/a.ts',
      file('server/src/http/a.ts', '../../test/app.ts'),
    ],
    ['a file that is not there', 'resolvable', 'web/src/lib/a.ts', file('web/src/lib/a.ts', './gone.ts')],
  ]
  test.each(breaches)('%s is found (%s)', async (_what, rule, path, planted) => {
    const found = await breachesOfImports({ ...goodTree, ...planted })
    // A cycle is reported for each of its files.
    expect(found.filter((each) => each !== 'web/src/lib/b.ts: no-cycle')).toEqual([`${path}: ${rule}`])
  })

  test('a parser that reads nothing is found', () => {
    expect(tooFew(0, 40).map(({ rule }) => rule)).toEqual(['imports-were-read'])
    expect(tooFew(21, 40)).toEqual([])
  })
})

describe('checks of unused code', () => {
  test('an unused dependency, file and export are found', async () => {
    const manifest = { name: 'x', type: 'module', main: 'a.ts', dependencies: { 'left-pad': '1.0.0' } }
    const tree = {
      'package.json': JSON.stringify(manifest),
      'a.ts': "import { used } from './b.ts'\nconsole.log(used)",
      'b.ts': 'export const used = 1\nexport const unused = 2',
      'c.ts': 'export const lost = 3',
    }
    const found = await inFolder(tree, checkUnused)
    expect(briefly(found)).toEqual([
      'b.ts: unused-exports',
      'c.ts: unused-files',
      'package.json: unused-dependencies',
    ])
  })
})

describe('checks of the OpenAPI document', () => {
  test('an operation without a summary and a missing schema are found', async () => {
    const document = JSON.stringify(await readOpenApi(resolve('.'), [contract]))
    expect(await checkOpenApi(JSON.parse(document))).toEqual([])
    const broken = document.replace('"summary":"Read a playdate",', '').replace('"Instant":{', '"Moment":{')
    expect(briefly(await checkOpenApi(JSON.parse(broken)))).toEqual([
      'server/src/http/openapi/openapi.ts: openapi-no-unresolved-refs',
      'server/src/http/openapi/openapi.ts: openapi-operation-summary',
    ])
  })
})

test('rows are found in the tags of tests, groups and tables', () => {
  const text = `
    describe('a group', { tags: ['PLAY-01'] }, () => {
      it.each([1, 2])('%s', { tags: ['PLAY-02', 'PLAY-03'], timeout: 1 }, () => {})
      for (const { title } of table) test(title, { tag: '@PLAY-04' }, () => {})
      test.skip(\`\${1} of PLAY-05\`, { timeout: 1 }, () => {})
    })`
  const found = testsOf([{ path: 'server/a.test.ts', text }]).flatMap(({ ids }) => ids)
  expect(found).toEqual(['PLAY-01', 'PLAY-02', 'PLAY-03', 'PLAY-04'])
})

function breachesOfText(tree: Tree): string[] {
  const sources: Source[] = Object.entries(tree).map(([path, text]) => ({ path, text }))
  return briefly([
    ...checkFolders(sources),
    ...checkEndpoints(sources),
    ...checkAuthorised(sources),
    ...checkSql(sources),
    ...checkNames(sources),
    ...checkWireIds(sources),
    ...checkTags(sources, rows),
    ...checkScreens(sources),
    ...checkBrowsers(sources),
  ])
}

function breachesOfImports(tree: Tree): Promise<string[]> {
  const installed: Tree = {
    'package.json': JSON.stringify({ name: 'x', type: 'module' }),
    'contract/package.json': JSON.stringify({ name: '@tagalong/contract', exports: { './*': './src/*' } }),
    'server/package.json': JSON.stringify({ name: 'server', imports: { '#*': './src/*' } }),
    'web/package.json': JSON.stringify({ name: 'web', imports: { '#*': './src/*' } }),
  }
  for (const name of ['zod', 'kysely', 'fastify', 'vitest']) {
    installed[`node_modules/${name}/package.json`] = JSON.stringify({ name, main: 'index.js' })
    installed[`node_modules/${name}/index.js`] = ''
  }
  installed['node_modules/zod/mini/index.js'] = ''
  installed['node_modules/zod/mini/package.json'] = JSON.stringify({ main: 'index.js' })
  const code = Object.keys(tree).filter(isCode)
  return inFolder({ ...installed, ...tree }, async (root) => {
    mkdirSync(join(root, 'node_modules/@tagalong'))
    symlinkSync('../../contract', join(root, 'node_modules/@tagalong/contract'))
    return briefly(await checkImports(root, code))
  })
}

async function inFolder<T>(tree: Tree, work: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'checks-'))
  try {
    for (const [path, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return await work(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

function briefly(breaches: Breach[]): string[] {
  return [...new Set(breaches.map(({ path, rule }) => `${path}: ${rule}`))].sort()
}
