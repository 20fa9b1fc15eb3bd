import { LinkifyIt } from 'linkify-it'

export interface TextPart {
  text: string
  /** The target, if the part is a link. */
  href?: string
}

const links = new LinkifyIt({ urlAuth: true })
for (const schema of ['ftp:', 'mailto:', '//']) links.add(schema, null)

/** Direction marks, which could make a link look like another one. */
const turning = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/

/** Splits a text into parts. Only web addresses become links, and nothing is fetched before one is tapped. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { index, lastIndex, url } of links.match(text) ?? []) {
    const href = hrefOf(url)
    if (!href) continue
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ text: text.slice(index, lastIndex), href })
    from = lastIndex
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

/** Returns a safe URL or null. A user name and password before the host are only there to mislead. */
function hrefOf(url: string): string | null {
  if (turning.test(url) || !URL.canParse(url)) return null
  const parsed = new URL(url)
  if (!/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) return null
  return parsed.href
}
