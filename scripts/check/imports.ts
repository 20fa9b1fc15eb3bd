import {
  cruise,
  type ICruiseResult,
  type IFlattenedRuleSet,
  type IRegularForbiddenRuleType,
} from 'dependency-cruiser'
import type { Breach } from './breach.ts'
import { featuresOf, type Workspace, workspaces } from './features.ts'

/** Tests may import anything on their own side. */
const tests = '(?:\\.(?:test|spec)\\.tsx?$|^server/test/)'

/** Regular expressions over paths from the root; `comment` is the advice to the reader. */
function importRules(): IRegularForbiddenRuleType[] {
  return [
    ...workspaceRules,
    ...workspaces.flatMap(featureOrder),
    ...serverLayerRules,
    ...serverLayers,
    ...webLayerRules,
    ...general,
  ]
}

const workspaceRules: IRegularForbiddenRuleType[] = [
  {
    name: 'contract-stands-alone',
    comment: 'the contract imports itself and zod/mini only: move this to the side that needs it',
    severity: 'error',
    from: { path: '^contract/src/', pathNot: tests },
    to: { pathNot: ['^contract/src/', '^node_modules/zod/mini/'] },
  },
  {
    name: 'web-without-server',
    comment: 'the web knows the server by the contract alone',
    severity: 'error',
    from: { path: '^web/' },
    to: { path: '^server/' },
  },
  {
    name: 'server-without-web',
    comment: 'the server knows nothing of the web app',
    severity: 'error',
    from: { path: '^server/' },
    to: { path: '^web/' },
  },
]

/** One rule per feature and workspace: no imports of later features. */
function featureOrder(workspace: Workspace): IRegularForbiddenRuleType[] {
  const order = featuresOf[workspace]
  return order.flatMap((feature, at) => {
    const right = order.slice(at + 1)
    if (right.length === 0) return []
    return [
      {
        name: 'feature-order',
        comment: `${feature} comes before what it imports: move the use case right, or call a port that the right one registers`,
        severity: 'error',
        from: { path: `^${workspace}/src/features/${feature}/`, pathNot: tests },
        to: { path: `^${workspace}/src/features/(?:${right.join('|')})/` },
      },
    ]
  })
}

/** From bottom to top; folders of one layer may use each other. `features` and `backup` may use all of them. */
const layerFolders = [['db'], ['cluster', 'jobs', 'integrations', 'realtime'], ['http']]

const serverLayerRules: IRegularForbiddenRuleType[] = [
  ...layerFolders.map((folders, at) => ({
    name: 'layers-upwards',
    comment: 'a layer uses what lies below it: move this up, or pass in what it needs',
    severity: 'error' as const,
    from: { path: `^server/src/(?:${folders.join('|')})/`, pathNot: tests },
    to: { path: `^server/src/(?:${[...layerFolders.slice(at + 1).flat(), 'backup', 'seed'].join('|')})/` },
  })),
  {
    name: 'layers-below-features',
    comment: 'features use this layer, not the other way round: pass in what it needs, in app.ts',
    severity: 'error',
    from: { path: '^server/src/(?:http|db|cluster|realtime|jobs|integrations|backup)/', pathNot: tests },
    to: { path: '^server/src/features/' },
  },
]

const role = (roles: string) => `^server/src/features/.+\\.(?:${roles})\\.ts$`

/** routes → policy → service → db, and present beside them. */
const serverLayers: IRegularForbiddenRuleType[] = [
  {
    name: 'routes-over-services',
    comment: 'a route checks by the policy and acts by the service: ask one of them for the row',
    severity: 'error',
    from: { path: role('(?:admin-)?routes') },
    to: { path: role('db'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'policy-below-routes',
    comment:
      'a policy loads, and authorises or refuses; leave the acting to the service and the asking to the route',
    severity: 'error',
    from: { path: role('policy') },
    to: { path: role('(?:admin-)?routes|service|present') },
  },
  {
    name: 'service-below-policy',
    comment: 'take what the policy authorised as an argument',
    severity: 'error',
    from: { path: role('service') },
    // The policy defines the type of what it authorised.
    to: { path: role('(?:admin-)?routes|policy'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'sql-of-one-feature',
    comment:
      'statements name what is their own; let the services meet, by functions with values in and rows out',
    severity: 'error',
    from: { path: '^server/src/features/([^/]+)/.+\\.db\\.ts$' },
    to: {
      path: role('db'),
      pathNot: ['^server/src/features/$1/', '^server/src/features/visibility/'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'db-at-the-bottom',
    comment: 'queries know no use case: pass in what they need',
    severity: 'error',
    from: { path: role('db') },
    to: { path: role('(?:admin-)?routes|policy|service|present') },
  },
  {
    name: 'present-only-shapes',
    comment: 'a presenter turns a row that it is given into the wire shape; load it before',
    severity: 'error',
    from: { path: role('present') },
    to: { path: [role('(?:admin-)?routes|policy|service')] },
  },
  {
    name: 'present-only-shapes',
    comment: 'a presenter runs no query: load the row before',
    severity: 'error',
    from: { path: role('present') },
    to: { path: role('db'), dependencyTypesNot: ['type-only'] },
  },
]

const webLayerRules: IRegularForbiddenRuleType[] = [
  {
    name: 'ui-knows-no-feature',
    comment: 'pass it in as a property or a child',
    severity: 'error',
    from: { path: '^web/src/ui/', pathNot: tests },
    to: { path: '^web/src/(?:features|app)/' },
  },
  {
    name: 'lib-knows-no-feature',
    comment: 'let the feature call the library, or register with it in app/',
    severity: 'error',
    from: { path: '^web/src/lib/', pathNot: tests },
    to: { path: '^web/src/(?:features|app)/' },
  },
  {
    name: 'app-above-features',
    comment: 'move what both need to lib/ or ui/',
    severity: 'error',
    from: { path: '^web/src/features/', pathNot: tests },
    to: { path: '^web/src/app/' },
  },
  {
    name: 'specified-unused',
    comment: 'a screen uses it now: move it to ui/ or to its feature',
    severity: 'error',
    from: { path: '^web/src/', pathNot: '^web/src/specified/' },
    to: { path: '^web/src/specified/' },
  },
]

const general: IRegularForbiddenRuleType[] = [
  {
    name: 'no-cycle',
    comment: 'move what both need into a third file',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-test-in-product',
    comment: 'move what the product needs out of the test',
    severity: 'error',
    from: { path: '^(?:contract|server|web)/src/', pathNot: tests },
    to: { path: tests },
  },
  {
    name: 'resolvable',
    comment: 'nothing stands there: mind the extension and the name',
    severity: 'error',
    from: { path: '^(?:contract|server|web)/src/' },
    to: { couldNotResolve: true },
  },
]

const ruleSet: IFlattenedRuleSet = { forbidden: importRules() }

/** Reads and checks the imports of all files in the three workspaces. */
export async function checkImports(root: string, codeFiles: readonly string[]): Promise<Breach[]> {
  const { output } = await cruise(
    workspaces.filter((each) => codeFiles.some((path) => path.startsWith(`${each}/`))),
    {
      baseDir: root,
      validate: true,
      ruleSet,
      parser: 'swc',
      moduleSystems: ['es6'],
      combinedDependencies: true,
      doNotFollow: { path: 'node_modules' },
      exclude: {
        path: '(?:^|/)(?:dist|migrations|public|\\.build-[^/]+)/|^contract/src/messages/|\\?(?:raw|url|react)$|^virtual:',
      },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'types', 'default'],
        extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.svg', '.woff2'],
      },
    },
  )
  const { modules, summary } = output as ICruiseResult
  const read = modules.filter(({ source }) => codeFiles.includes(source)).length
  return [...tooFew(read, codeFiles.length), ...summary.violations.map(breachOf)]
}

/** If its parser can't read TypeScript, dependency-cruiser finds no imports and reports success. */
export function tooFew(read: number, there: number): Breach[] {
  if (read > there / 2) return []
  const advice = `dependency-cruiser read ${read} of ${there} files: see that @swc/core loads`
  return [{ path: 'scripts/check/imports.ts', rule: 'imports-were-read', advice }]
}

interface Violation {
  from: string
  to: string
  rule: { name: string }
  cycle?: { name: string }[]
}

function breachOf({ from, to, rule, cycle }: Violation): Breach {
  const comment = commentOf(rule.name, from, to)
  const way = cycle ? cycle.map(({ name }) => name).join(' → ') : to
  return { path: from, rule: rule.name, advice: `imports ${way}: ${comment}` }
}

/** A violation has only the rule's name, which features share. */
function commentOf(name: string, from: string, to: string): string {
  const found = importRules().filter((each) => each.name === name)
  const fits = found.find((each) => matches(each.from, from) && matches(each.to, to)) ?? found[0]
  return fits?.comment ?? ''
}

function matches(part: object, path: string): boolean {
  const { path: pattern } = part as { path?: string | string[] }
  return pattern === undefined || [pattern].flat().some((each) => new RegExp(each).test(path))
}
