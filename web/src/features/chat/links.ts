import { LinkifyIt } from 'linkify-it'

export interface TextPart {
  text: string
  /** Where it leads, of a link. */
  href?: string
}

const links = new LinkifyIt({ urlAuth: true })
for (const schema of ['ftp:', 'mailto:', '//']) links.add(schema, null)

/** What turns the direction of writing could make a link look like another. */
const turning = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/

/** A text in parts; only what leads to a web page is a link, and nothing of it is asked for before it is tapped. */
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

/** A name and a password before the host are there to mislead. */
function hrefOf(url: string): string | null {
  if (turning.test(url) || !URL.canParse(url)) return null
  const parsed = new URL(url)
  if (!/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) return null
  return parsed.href
}
