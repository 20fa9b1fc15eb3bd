import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

/** What a link of ours allows: one PUT of a type under a key, or one session to look at a photo. */
export type Link =
  | { method: 'PUT'; key: string; type: string; until: number }
  | { method: 'GET'; key: string; size: string; session: string; until: number }

/** The `size` of a reported photo, which no caller can ask for. */
export const evidenceSize = 'evidence'

/** `?until=…&…&signature=…`; `until` in milliseconds since 1970. */
export function signedQuery(link: Link, secret: Buffer): string {
  const { method: _, key: __, ...said } = link
  const pairs = Object.entries(said).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams([...pairs, ['signature', signatureOf(link, secret)]]).toString()
}

const said = {
  until: z.pipe(z.string().check(z.regex(/^\d{13}$/)), z.pipe(z.transform(Number), z.int())),
  signature: z.string(),
}
const upload = z.strictObject({ ...said, type: z.string() })
const view = z.strictObject({ ...said, size: z.string(), session: z.uuid() })

/** Returns what the link says, if we signed exactly that and it hasn't ended; else null. */
export function readUploadLink(key: string, query: unknown, secret: Buffer, now: number) {
  const parsed = upload.safeParse(query)
  if (!parsed.success) return null
  const { signature, ...rest } = parsed.data
  return valid({ method: 'PUT', key, ...rest }, signature, secret, now)
}

export function readViewLink(key: string, query: unknown, secret: Buffer, now: number) {
  const parsed = view.safeParse(query)
  if (!parsed.success) return null
  const { signature, ...rest } = parsed.data
  return valid({ method: 'GET', key, ...rest }, signature, secret, now)
}

function valid<L extends Link>(link: L, signature: string, secret: Buffer, now: number): L | null {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(link, secret))]
  const isSigned = given.length === right.length && timingSafeEqual(given, right)
  return isSigned && link.until > now ? link : null
}

function signatureOf(link: Link, secret: Buffer): string {
  const words =
    link.method === 'PUT'
      ? ['PUT', link.key, link.type, link.until]
      : ['GET', link.key, link.size, link.session, link.until]
  return createHmac('sha256', secret).update(words.join('\n')).digest('base64url')
}
