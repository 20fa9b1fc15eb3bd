import type { Breach } from './breach.ts'
import {
  argumentsOf,
  exportsOf,
  importsOf,
  isNode,
  type Node,
  nameOf,
  nodes,
  type Source,
} from './sources.ts'

interface Declared {
  /** The contract's file, and the specifier by which others import it. */
  path: string
  from: string
  identifier: string
  /** `noun.verb` */
  name: string
  method: string
}

/** Checks that every endpoint is registered once, has a service of the same verb, and is named in a test. */
export function checkEndpoints(sources: readonly Source[]): Breach[] {
  const endpoints = sources.filter(isContract).flatMap(endpointsOf)
  return [
    ...sameNames(endpoints),
    ...registrations(endpoints, sources),
    ...untested(endpoints, sources),
    ...unserved(endpoints, sources),
  ]
}

function isContract({ path }: Source): boolean {
  return path.startsWith('contract/src/') && path.endsWith('.contract.ts')
}

function endpointsOf(source: Source): Declared[] {
  return exportsOf(source).flatMap(({ name: identifier, value }) => {
    if (value?.type !== 'CallExpression' || nameOf(value.callee) !== 'endpoint') return []
    const [definition] = argumentsOf(value)
    return [
      {
        path: source.path,
        from: source.path.replace('contract/src/', '@tagalong/contract/'),
        identifier,
        name: propertyOf(definition, 'name'),
        method: propertyOf(definition, 'method'),
      },
    ]
  })
}

function propertyOf(object: Node | undefined, key: string): string {
  const found = ((object?.properties ?? []) as Node[]).find((each) => nameOf(each.key) === key)
  return nameOf(found?.value) ?? ''
}

function sameNames(endpoints: readonly Declared[]): Breach[] {
  return endpoints
    .filter(({ name }, at) => endpoints.findIndex((each) => each.name === name) !== at)
    .map(({ path, identifier, name }) => ({
      path,
      rule: 'endpoint-name',
      advice: `call ${identifier} something else: '${name}' is taken`,
    }))
}

function registrations(endpoints: readonly Declared[], sources: readonly Source[]): Breach[] {
  const calls = sources
    .filter(({ path }) => path.startsWith('server/src/') && !path.endsWith('.test.ts'))
    .flatMap(registeredBy)
  return endpoints.flatMap(({ path, from, identifier }) => {
    const found = calls.filter((call) => call.from === from && call.name === identifier)
    if (found.length === 1) return []
    const where = found.map((call) => call.path).join(' and ')
    const advice =
      found.length === 0
        ? `register ${identifier} with route(${identifier}, …) in a *.routes.ts of the server`
        : `register ${identifier} once; now in ${where}`
    return [{ path, rule: 'endpoint-registered-once', advice }]
  })
}

const registering = new Set<string | undefined>(['route', 'audited'])

/** Returns the endpoints named in `route(…)` and `audited(…)` calls of the file, with their import specifiers. */
function registeredBy(source: Source): { path: string; from: string; name: string }[] {
  if (!/route\(|audited\(/.test(source.text)) return []
  const imports = importsOf(source)
  return [...nodes(source)].flatMap((node) => {
    if (node.type !== 'CallExpression' || !registering.has(nameOf(node.callee))) return []
    const [first] = argumentsOf(node)
    const isMember = first?.type === 'MemberExpression'
    const local = nameOf(isMember ? first.object : first)
    const found = imports.find((each) => each.local === local)
    if (!found) return []
    const name = isMember ? (nameOf(first.property) ?? '') : found.name
    return [{ path: source.path, from: found.from, name }]
  })
}

/** The authorisation tables name every endpoint, but don't test what it does. */
function isOfTests(path: string): boolean {
  if (path.startsWith('server/test/authorization/')) return false
  return path.startsWith('server/test/') || (path.startsWith('server/') && path.endsWith('.test.ts'))
}

function untested(endpoints: readonly Declared[], sources: readonly Source[]): Breach[] {
  const named = new Set(
    sources.filter(({ path }) => isOfTests(path)).flatMap((source) => [...nodes(source)].map(nameOf)),
  )
  return endpoints
    .filter(({ identifier, name }) => !named.has(identifier) && !named.has(name))
    .map(({ path, identifier, name }) => ({
      path,
      rule: 'endpoint-tested',
      advice: `name ${identifier} or '${name}' in a test below server/ of what it does`,
    }))
}

function unserved(endpoints: readonly Declared[], sources: readonly Source[]): Breach[] {
  const served = new Set(
    sources
      .filter(({ path }) => path.startsWith('server/src/features/') && path.endsWith('.service.ts'))
      .flatMap((source) => exportsOf(source).map(({ name }) => name)),
  )
  return endpoints
    .filter(({ method, identifier }) => method !== 'GET' && !served.has(identifier))
    .map(({ path, identifier }) => ({
      path,
      rule: 'one-verb-per-chain',
      advice: `call the use case ${identifier} too, in the feature's *.service.ts`,
    }))
}

/** `Authorised<T>` is meaningful only if no code but policies can make one. */
export function checkAuthorised(sources: readonly Source[]): Breach[] {
  return sources
    .filter(({ path }) => path.startsWith('server/src/') && !path.endsWith('.policy.ts'))
    .filter((source) =>
      importsOf(source).some(
        ({ from, name }) =>
          /(?:^#http|\/http|^\.)\/authorised\.ts$/.test(from) && ['authorise', '*'].includes(name),
      ),
    )
    .map(({ path }) => ({
      path,
      rule: 'authorise-in-policies',
      advice: "take an Authorised<T>, and make it in the feature's *.policy.ts",
    }))
}

const queryVerbs = new Set([
  'selectFrom',
  'selectNoFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
])
const speaksSql =
  /^server\/src\/(?:db|cluster|jobs|realtime|backup|features\/visibility)\/|\.db\.ts$|\.test\.ts$/

/** Only `*.db.ts` files and the database folders may contain SQL. */
export function checkSql(sources: readonly Source[]): Breach[] {
  return sources
    .filter(({ path }) => path.startsWith('server/src/') && !speaksSql.test(path))
    .filter((source) => importsDriver(source) || [...nodes(source)].some(isQuery))
    .map(({ path }) => ({
      path,
      rule: 'sql-in-db-files',
      advice: "move the query into the feature's *.db.ts",
    }))
}

function importsDriver(source: Source): boolean {
  return importsOf(source).some(({ from, typeOnly }) => !typeOnly && ['kysely', 'pg'].includes(from))
}

function isQuery({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false
  return queryVerbs.has(nameOf(callee.property) ?? '')
}
