import { readDraft, writeDraft } from '#lib/drafts/draft.ts'

/**
 * A photo just uploaded belongs to no child yet, so the server shows it to nobody. Until it is saved, this tab shows a
 * small preview, which is kept and deleted with the drafts.
 */
const keyOf = (fileKey: string) => `preview:${fileKey}`

/** Returns a data URL, or null. */
export function previewOf(fileKey: string): string | null {
  return readDraft<string | null>(keyOf(fileKey), null)
}

export function storePreview(fileKey: string, picture: string): void {
  writeDraft(keyOf(fileKey), picture)
}
