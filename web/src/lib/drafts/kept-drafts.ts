import { lastUserId, nobody } from '#lib/session/session.tsx'

/** What drafts lie under in the tab's storage. Alone in its file with what /login needs of them. */
export const draftPrefix = 'draft:'

/** Lie among the drafts, but nobody typed them. */
const notes = ['register:invite', 'friend:invited', 'preview:']
/** What a form holds that is chosen or made, not typed. */
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
/** Of a child, a pod and the like, or a key of an attempt. */
const isId = (text: string) => /^[\da-f-]{32,36}$/.test(text)

/** Whether anything is kept that was typed by whoever is in, or was last, or by nobody yet. */
export function hasDrafts(): boolean {
  const starts = [lastUserId(), nobody].map((user) => `${draftPrefix}${user}:`)
  return Object.entries(sessionStorage).some(([place, stored]) => {
    const start = starts.find((each) => place.startsWith(each))
    if (!start || notes.some((each) => place.startsWith(each, start.length))) return false
    return isTyped(JSON.parse(stored))
  })
}

/** At logout: nothing of anybody stays behind in this tab. */
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
