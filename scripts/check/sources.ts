import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

/** A file of the repository, read once for all checks. */
export interface Source {
  /** From the root, with slashes. */
  path: string
  text: string
}

const folders = ['contract', 'server', 'web', 'e2e', 'scripts', 'bench']
const passedOver = new Set(['node_modules', 'dist', 'test-results', 'playwright-report', 'coverage'])
/** Texts compiled to functions, which are generated. */
const compiled = 'contract/src/messages'
const kinds = /\.(?:ts|tsx|mts|mjs|js|css)$/

/** Reads all source files that people write, with their folders' names. */
export function readSources(root: string): Source[] {
  return folders
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => kinds.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    if (entry.name.startsWith('.') || passedOver.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    if (path === compiled) return []
    return entry.isDirectory() ? filesBelow(root, path) : [path]
  })
}

export function isCode(path: string): boolean {
  return /\.(?:ts|tsx|mts|mjs|js)$/.test(path)
}

/** A node of the syntax tree. Each check narrows the few kinds it needs by itself. */
export interface Node {
  type: string
  [key: string]: unknown
}

const trees = new WeakMap<Source, Node[]>()

/** The file's top-level statements. */
export function statements(source: Source): Node[] {
  let tree = trees.get(source)
  if (!tree) {
    const tsx = source.path.endsWith('.tsx')
    tree = parseSync(source.text, { syntax: 'typescript', tsx, target: 'es2024' }).body as unknown as Node[]
    trees.set(source, tree)
  }
  return tree
}

/** Yields every node of the file, outer nodes before inner ones. */
export function* nodes(source: Source): Generator<Node> {
  yield* within(statements(source))
}

export function* within(part: unknown): Generator<Node> {
  if (Array.isArray(part)) {
    for (const each of part) yield* within(each)
  } else if (isNode(part)) {
    yield part
    for (const value of Object.values(part)) if (typeof value === 'object') yield* within(value)
  } else if (typeof part === 'object' && part !== null) {
    // Arguments and array elements wrap their expression in an object without a type.
    for (const value of Object.values(part)) if (typeof value === 'object') yield* within(value)
  }
}

export function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as { type?: unknown }).type === 'string'
}

/** Returns the name of an identifier or a key. */
export function nameOf(part: unknown): string | undefined {
  if (!isNode(part)) return undefined
  return part.type === 'Identifier' || part.type === 'StringLiteral' ? String(part.value) : undefined
}

export function argumentsOf(call: Node): Node[] {
  return (call.arguments as { expression: Node }[]).map(({ expression }) => expression)
}

export interface Import {
  from: string
  /** The exported name; `*` for the whole module. */
  name: string
  /** The name in this file. */
  local: string
  typeOnly: boolean
}

export function importsOf(source: Source): Import[] {
  return statements(source)
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap((each) => {
      const from = nameOf(each.source) ?? ''
      return (each.specifiers as Node[]).map((specifier) => {
        const local = nameOf(specifier.local) ?? ''
        const whole = specifier.type === 'ImportNamespaceSpecifier'
        return {
          from,
          local,
          name: whole ? '*' : (nameOf(specifier.imported) ?? local),
          typeOnly: each.typeOnly === true || specifier.isTypeOnly === true,
        }
      })
    })
}

/** Returns the functions, classes and values that the file itself exports, by name. */
export function exportsOf(source: Source): { name: string; value: Node | undefined }[] {
  return statements(source).flatMap((each) => {
    if (each.type === 'ExportDeclaration') return declared(each.declaration as Node)
    if (each.type !== 'ExportNamedDeclaration' || each.source) return []
    return (each.specifiers as Node[]).map(({ exported, orig }) => ({
      name: nameOf(exported) ?? nameOf(orig) ?? '',
      value: undefined,
    }))
  })
}

function declared(declaration: Node): { name: string; value: Node | undefined }[] {
  if (declaration.type === 'VariableDeclaration') {
    return (declaration.declarations as Node[]).map(({ id, init }) => ({
      name: nameOf(id) ?? '',
      value: isNode(init) ? init : undefined,
    }))
  }
  return [{ name: nameOf(declaration.identifier ?? declaration.id) ?? '', value: undefined }]
}
