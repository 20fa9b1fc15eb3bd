import type { Breach } from './breach.ts'
import { isCode, isNode, type Node, nameOf, type Source, statements } from './sources.ts'

/** Checks that texts for caregivers are in contract/messages: components, schemas and refusals must not contain any. */
export function checkTexts(sources: readonly Source[]): Breach[] {
  return sources.filter(({ path }) => isCode(path) && isForCaregivers(path)).flatMap(textsIn)
}

const forCaregivers = /^(?:web\/src|contract\/src|server\/src\/(?:features|http))\//
/** Administrators' screens and developers' documents are in English. */
const inEnglish =
  /\badmin\b|\/ui\/(?:data-table|manage)\/|\.fixture\.ts$|\.test\.tsx?$|\/openapi\/|\/(?:audit-log|broadcasts|users)\/|named-schemas/

/** Files whose strings look like texts but aren't. */
const exceptions: readonly string[] = [
  // Journals and their articles.
  'web/src/features/playdates/answer/fun-facts.ts',
  // For programs, not for display: what became of an invitation.
  'contract/src/features/connections/connections.contract.ts',
  // English texts that the previous release shows.
  'contract/src/features/notices/notices.rules.ts',
  // Only administrators send a path or a filter.
  'contract/src/values/app-path.ts',
  'contract/src/http/lists.ts',
  'server/src/http/lists/cursors.ts',
  // Stored names of erased people, and what an earlier release stored of them.
  'server/src/features/visibility/erased-names.ts',
  'server/src/features/playdates/playdates.present.ts',
  // A header that our forms never send.
  'server/src/http/answering.ts',
  // A style sheet.
  'server/src/features/notifications/unsubscribe/unsubscribe-styles.ts',
  // Selectors.
  'web/src/lib/navigation/focus.ts',
  // Ids of nightly checks.
  'server/src/features/billing/subscription-sync.service.ts',
  // For the audit log.
  'server/src/features/groups/groups.facts.ts',
  // Shown in both languages at once.
  'web/src/features/auth/language-choice.tsx',
  // Headers, and reasons for closing a websocket.
  'server/src/http/server/languages.ts',
  'server/src/http/server/security.ts',
  'server/src/http/server/websocket.ts',
]
/** Strings that look like texts, in files that also have real ones. */
const exceptionsIn: Readonly<Record<string, readonly string[]>> = {
  // Reasons for redirecting to /login.
  'web/src/lib/calls/api.ts': [
    ...['Maximum retries exceeded', 'Failed to refresh'],
    ...['Missing tokens', 'Missing access token', 'Missing refresh token'],
  ],
  // Tells administrators where an error occurred.
  'web/src/features/crash-reports/crash-faces.tsx': [' on '],
  // The end of a title from the previous release.
  'web/src/features/notifications/notification-look.ts': [' sent you a message'],
}

function isForCaregivers(path: string): boolean {
  return forCaregivers.test(path) && !inEnglish.test(path) && !exceptions.includes(path)
}

function textsIn(source: Source): Breach[] {
  const found = new Set(texts(statements(source)))
  return [...found.difference(new Set(exceptionsIn[source.path]))].map((text) => ({
    path: source.path,
    rule: 'text-in-messages',
    advice: `put '${text.slice(0, 60)}' into contract/messages`,
  }))
}

/** Reasons of errors that no user sees, logs, and the API's documentation. */
const developersCalls = /^(?:(?!Api)\w*Error|console|log)$/
const developersKeys = /^(?:summary|name|tags|className|key|displayName)$/
const declarations =
  /^(?:ImportDeclaration|ExportAllDeclaration|TsType\w*|TsInterface\w*|TaggedTemplateExpression)$/
/** More than one word, beginning like a sentence. */
const sentence = /^\s*[A-Z¡¿][\p{L}’'-]*[ ,!?.…].*\p{L}/u
const word = /^[A-Z¡¿]?[\p{L}’ -]{2,}[!?.…]*$/u
/** A word beside whitespace: part of a sentence that is put together. */
const piece = /(?=.*\s)(?:^|\s)\p{L}[\p{L}’']+(?=[\s,.!?…:]|$)/su
/** Calls that show a text, with the index of its argument: there, a single word counts as a text. */
const saidBy: ReadonlyMap<string, number> = new Map([
  ['showToast', 0],
  ['setProblem', 0],
  ['setFailure', 0],
  ['setError', 1],
  ['badInput', 1],
  ['ApiError', 1],
  ['Refusal', 1],
])
/** Attributes and keys that are read or heard by users: there, a single word counts as a text. */
const isRead =
  /^(?:aria-label|aria-description|alt|title|label|placeholder|hint|note|text|prompt|subtitle|heading|term)$/

function* texts(part: unknown): Generator<string> {
  if (Array.isArray(part)) {
    for (const each of part) yield* texts(each)
  } else if (!isNode(part)) {
    if (typeof part === 'object' && part !== null) yield* texts(Object.values(part))
  } else if (!isDevelopers(part)) {
    yield* shownBy(part).filter((text) => word.test(text))
    yield* addedBy(part)
    const text = textOf(part)
    if (text === undefined) yield* texts(Object.values(part))
    else if (text !== '') yield text
  }
}

/** Returns the text of a node; empty for a string that users don't see, undefined if that depends on its parts. */
function textOf(part: Node): string | undefined {
  switch (part.type) {
    case 'JSXText': {
      const text = String(part.value).replaceAll(/\s+/g, ' ').trim()
      return /\p{L}{2}/u.test(text) ? text : ''
    }
    case 'JSXAttribute':
    case 'KeyValueProperty': {
      const text = nameOf(part.value)
      if (text === undefined || (part.value as Node).type !== 'StringLiteral') return undefined
      const name = nameOf(part.name ?? part.key) ?? ''
      return isRead.test(name) && word.test(text) ? text : ifSentence(text)
    }
    case 'StringLiteral': {
      const text = String(part.value)
      return ifSentence(text) || (text === text.trim() ? '' : ifPiece(text))
    }
    case 'TemplateElement': {
      const text = String(part.cooked ?? '')
      return ifSentence(text) || ifPiece(text)
    }
    default:
      return undefined
  }
}

/** Returns strings in `{…}` between tags or in a visible attribute, and those that a call shows. */
function shownBy(part: Node): string[] {
  const { type, children, name, value } = part
  if (type === 'JSXElement' || type === 'JSXFragment') return (children as Node[]).flatMap(inBraces)
  if (type === 'JSXAttribute') return isRead.test(nameOf(name) ?? '') ? inBraces(value) : []
  if (type !== 'NewExpression' && type !== 'CallExpression') return []
  const callee = part.callee as Node
  const at = saidBy.get(nameOf(callee.type === 'MemberExpression' ? callee.property : callee) ?? '')
  const said = at === undefined ? undefined : (part.arguments as { expression: unknown }[])[at]
  return choicesIn(said?.expression)
}

/** Returns texts that are joined to something else with `+`. */
function addedBy({ type, operator, left, right }: Node): string[] {
  if (type !== 'BinaryExpression' || operator !== '+') return []
  return [left, right].flatMap(choicesIn).filter((text) => piece.test(text))
}

function inBraces(part: unknown): string[] {
  return isNode(part) && part.type === 'JSXExpressionContainer' ? choicesIn(part.expression) : []
}

/** Returns the strings an expression can evaluate to: itself, or either branch. */
function choicesIn(part: unknown): string[] {
  if (!isNode(part)) return []
  if (part.type === 'StringLiteral') return [String(part.value)]
  if (part.type === 'ParenthesisExpression') return choicesIn(part.expression)
  if (part.type === 'ConditionalExpression') return [part.consequent, part.alternate].flatMap(choicesIn)
  return part.type === 'BinaryExpression' && /^(?:&&|\|\||\?\?)$/.test(String(part.operator))
    ? [part.left, part.right].flatMap(choicesIn)
    : []
}

function ifSentence(text: string): string {
  return sentence.test(text) ? text : ''
}

function ifPiece(text: string): string {
  return piece.test(text) ? text : ''
}

function isDevelopers(part: Node): boolean {
  if (declarations.test(part.type)) return true
  if (part.type === 'KeyValueProperty') return developersKeys.test(nameOf(part.key) ?? '')
  if (part.type === 'JSXAttribute') return nameOf(part.name) === 'className'
  if (part.type !== 'NewExpression' && part.type !== 'CallExpression') return false
  const callee = part.callee as Node
  const object = callee.type === 'MemberExpression' ? (callee.object as Node) : callee
  return developersCalls.test(nameOf(object.type === 'MemberExpression' ? object.property : object) ?? '')
}
