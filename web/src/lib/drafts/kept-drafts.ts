import { lastUserId, nobody } from '#lib/session/session.tsx'

/** Prefix of drafts in the tab's storage. In a file of its own with what /login needs of them. */
export const draftPrefix = 'draft:'

/** Stored among the drafts, but not typed. */
const notes = ['register:invite', 'friend:invited', 'preview:']
/** Fields of a draft that are chosen or generated, not typed. */
const chosen = [
  'attempt',
  'audience',
  'availability',
  'grade',
  'photo',
  'source',
  'status',
  'timeZone',
  'times',
  'type',
]
/** True for ids, such as a child's, and for idempotency keys. */
const isId = (text: string) => /^[\da-f-]{32,36}$/.test(text)

/** True if the tab keeps anything typed by the current or last user, or before anybody signed in. */
export function hasDrafts(): boolean {
  const starts = [lastUserId(), nobody].map((user) => `${draftPrefix}${user}:`)
  return Object.entries(sessionStorage).some(([place, stored]) => {
    const start = starts.find((each) => place.startsWith(each))
    if (!start || notes.some((each) => place.startsWith(each, start.length))) return false
    return isTyped(JSON.parse(stored))
  })
}

/** Called at logout: deletes all drafts in this tab. */
export function clearAllDrafts(): void {
  for (const place of Object.keys(sessionStorage)) {
    if (place.startsWith(draftPrefix)) sessionStorage.removeItem(place)
  }
}

function isTyped(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !isId(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, part]) => !chosen.includes(name) && isTyped(part))
}
