import { readDraft, writeDraft } from '#lib/drafts/draft.ts'

/**
 * What was just uploaded is nobody's photo yet, so the server shows it to nobody. Until it is saved, this tab shows a
 * small picture of its own, which goes with the drafts.
 */
const keyOf = (fileKey: string) => `preview:${fileKey}`

/** A data URL, or null. */
export function previewOf(fileKey: string): string | null {
  return readDraft<string | null>(keyOf(fileKey), null)
}

export function storePreview(fileKey: string, picture: string): void {
  writeDraft(keyOf(fileKey), picture)
}
