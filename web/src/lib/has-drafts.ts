/** What drafts lie under in the tab's storage. Alone in its file with the question: /login loads no more of them. */
export const draftPrefix = 'draft:'

/** Whether anything that was typed is kept, whoever typed it. */
export function hasDrafts(): boolean {
  return Object.entries(sessionStorage).some(
    ([place, stored]) => place.startsWith(draftPrefix) && !['null', '""', '[]', '{}'].includes(stored),
  )
}
