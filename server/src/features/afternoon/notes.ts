import type { Ctx } from '#http/context.ts'

/**
 * The context to which a seal binds a line: moved to another child, or restored from an older version, it can't be
 * opened.
 */
function about(childId: string, version: number): string {
  return `child-note/${childId}/${version}`
}

export function sealNote(
  seal: NonNullable<Ctx['seal']>,
  { text, childId, version }: { text: string; childId: string; version: number },
): Buffer {
  return seal.seal(Buffer.from(text, 'utf8'), about(childId, version))
}

/** Null if it can't be read. */
export function openNote(
  { seal, log }: Pick<Ctx<unknown>, 'seal' | 'log'>,
  { id, sealed, version }: { id: string; sealed: Buffer; version: number },
): string | null {
  const opened = seal?.open(sealed, about(id, version)) ?? null
  if (seal && !opened) log.warn('a line of a child was sealed with another key than this server has')
  return opened?.toString('utf8') ?? null
}
