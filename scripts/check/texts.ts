import type { Breach } from './breach.ts'
import { isCode, isNode, type Node, nameOf, type Source, statements } from './sources.ts'

/** Texts that caregivers read stand in contract/messages: a component, a schema or a refusal writes none of its own. */
export function checkTexts(sources: readonly Source[]): Breach[] {
  return sources.filter(({ path }) => isCode(path) && isForCaregivers(path)).flatMap(textsIn)
}

const forCaregivers = /^(?:web\/src|contract\/src|server\/src\/(?:features|http))\//
/** Administrators' screens and developers' papers are in English. */
const inEnglish =
  /\badmin\b|\/ui\/(?:data-table|manage)\/|\.fixture\.ts$|\.test\.tsx?$|\/openapi\/|\/(?:audit-log|broadcasts|users)\/|named-schemas/

/** What is no text of ours, though it looks like one. */
const exceptions: readonly string[] = [
  // Journals and their articles.
  'web/src/features/playdates/answer/fun-facts.ts',
  // For programs: what became of an invitation.
  'contract/src/features/connections/connections.contract.ts',
  // What the release before shows, in English.
  'contract/src/features/notices/notices.rules.ts',
  // Administrators alone send a path or a filter.
  'contract/src/values/app-path.ts',
  'contract/src/http/lists.ts',
  'server/src/http/lists/cursors.ts',
  // Names that were erased, as they are kept, and what a release before kept of them.
  'server/src/features/visibility/erased-names.ts',
  'server/src/features/playdates/playdates.present.ts',
  // A header that no form of ours sends.
  'server/src/http/answering.ts',
  // A style sheet.
  'server/src/features/notifications/unsubscribe/unsubscribe-styles.ts',
  // Selectors.
  'web/src/lib/navigation/focus.ts',
  // The ids of checks at night.
  'server/src/features/billing/subscription-sync.service.ts',
  // For the audit log.
  'server/src/features/groups/groups.facts.ts',
  // In both languages at once.
  'web/src/features/auth/language-choice.tsx',
  // Headers, and what a websocket is closed with.
  'server/src/http/server/languages.ts',
  'server/src/http/server/security.ts',
  'server/src/http/server/websocket.ts',
]
/** The same, in files that have others. */
const exceptionsIn: Readonly<Record<string, readonly string[]>> = {
  // Reasons that lead to /login.
  'web/src/lib/calls/api.ts': [
    ...['Maximum retries exceeded', 'Failed to refresh'],
    ...['Missing tokens', 'Missing access token', 'Missing refresh token'],
  ],
  // Tells administrators where something broke.
  'web/src/features/crash-reports/crash-faces.tsx': [' on '],
  // How a title of the release before ends.
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

/** Reasons of errors that no one is shown, logs, and what the API's own papers say. */
const developersCalls = /^(?:(?!Api)\w*Error|console|log)$/
const developersKeys = /^(?:summary|name|tags|className|key|displayName)$/
const declarations =
  /^(?:ImportDeclaration|ExportAllDeclaration|TsType\w*|TsInterface\w*|TaggedTemplateExpression)$/
/** What begins like a sentence and has more than one word. */
const sentence = /^\s*[A-Z¡¿][\p{L}’'-]*[ ,!?.…].*\p{L}/u
const word = /^[A-Z¡¿]?[\p{L}’ -]{2,}[!?.…]*$/u
/** A word beside a space: what a sentence is put together of. */
const piece = /(?=.*\s)(?:^|\s)\p{L}[\p{L}’']+(?=[\s,.!?…:]|$)/su
/** Calls that say something to somebody, and as which argument: one word is a text there. */
const saidBy: ReadonlyMap<string, number> = new Map([
  ['showToast', 0],
  ['setProblem', 0],
  ['setFailure', 0],
  ['setError', 1],
  ['badInput', 1],
  ['ApiError', 1],
  ['Refusal', 1],
])
/** Attributes and keys that somebody reads or hears: one word is a text there. */
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

/** What a node says to somebody; empty for a string that nobody reads, undefined where that hangs on its parts. */
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

/** What `{…}` shows between tags, or in an attribute that somebody reads; what a call says. */
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

/** Texts that `+` puts together with something else. */
function addedBy({ type, operator, left, right }: Node): string[] {
  if (type !== 'BinaryExpression' || operator !== '+') return []
  return [left, right].flatMap(choicesIn).filter((text) => piece.test(text))
}

function inBraces(part: unknown): string[] {
  return isNode(part) && part.type === 'JSXExpressionContainer' ? choicesIn(part.expression) : []
}

/** The strings that an expression may come to: itself, or either branch. */
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
