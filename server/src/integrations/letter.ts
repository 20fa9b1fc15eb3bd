import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { escaped } from './html.ts'
import { look, nightStyles, type Tile } from './letter-styles.ts'
import type { Mail } from './mailer.ts'

interface Link {
  label: string
  link: string
}

/** One of several items in a mail. */
export interface LetterRow {
  icon: string
  tile: Tile
  text: string
  time: string
}

/** Rows under a heading. */
export interface LetterSection {
  title: string
  rows: readonly LetterRow[]
}

/** The contents of a mail. */
export interface Letter {
  brand: string
  /** The recipient's address. */
  to: string
  subject: string
  title: string
  lines: readonly string[]
  sections?: readonly LetterSection[]
  /** Text after the sections. */
  more?: string | undefined
  button?: Link
  /** What to do if the reader didn't ask for the mail. */
  otherwise?: string
  /** Below the card: why the mail was sent, and where to change that. */
  foot?: { why: string; links: readonly Link[] }
  unsubscribeUrl?: string | undefined
}

/** Writes a letter as text and as HTML, in the brand's colours. Call it in the reader's language. */
export function writeLetter(letter: Letter): Mail {
  const { to, subject, unsubscribeUrl } = letter
  const language = currentLanguage()
  return { to, subject, text: textOf(letter), html: htmlOf(letter), language, unsubscribeUrl }
}

function textOf(letter: Letter): string {
  const { brand, title, lines, sections = [], more, button, otherwise, foot } = letter
  const links = [button, ...(foot?.links ?? [])].map((each) => each && `${each.label}: ${each.link}`)
  const rows = sections.map((each) =>
    [each.title, ...each.rows.map(({ text, time }) => `- ${text} (${time})`)].join('\n'),
  )
  const [main, ...others] = links
  const parts = [title, ...lines, ...rows, more, main, otherwise, foot?.why, others.join('\n'), brand]
  return parts.filter(Boolean).join('\n\n')
}

function htmlOf(letter: Letter): string {
  const { brand, subject, title, lines, sections = [], more, button, otherwise, foot } = letter
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}${nightStyles}</style>
</head>
<body${look('margin:0;padding:0;font:17px/1.5 system-ui,sans-serif', { ink: 'ink', ground: 'canvas' })}>
<div${look('padding:1px 0', { ground: 'canvas' })}>
<div style="max-width:480px;margin:0 auto;padding:28px 16px 32px">
<p${look('margin:0 8px 20px;font-size:24px;font-weight:700', { ink: 'primary' })}>${escaped(brand)}</p>
<div${look('border-radius:20px;padding:24px 20px', { ground: 'surface' })}>
<h1${look('margin:0 0 16px;font-size:24px;line-height:1.2', { ink: 'ink' })}>${escaped(title)}</h1>
${lines.map((line) => (sections.length > 0 ? quietly(line, '0') : paragraph(line))).join('\n')}
${sections.map(sectionHtml).join('\n')}
${more ? quietly(more, '16px 0 0') : ''}
${button ? buttonHtml(button) : ''}
${otherwise ? quietly(otherwise, '16px 0 0') : ''}
</div>
${foot ? footHtml(foot) : ''}
</div>
</div>
</body>
</html>
`
}

function paragraph(text: string): string {
  return `<p${look('margin:0 0 16px', { ink: 'ink' })}>${escaped(text)}</p>`
}

function quietly(text: string, margin: string): string {
  return `<p${look(`margin:${margin};font-size:15px`, { ink: 'quiet' })}>${escaped(text)}</p>`
}

function sectionHtml({ title, rows }: LetterSection): string {
  const heading = look('margin:20px 0 4px;font-size:15px;font-weight:600', { ink: 'quiet' })
  return `<h2${heading}>${escaped(title)}</h2>
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse">
${rows.map(rowHtml).join('\n')}
</table>`
}

function rowHtml({ icon, tile, text, time }: LetterRow, at: number): string {
  const edge = at > 0 ? ({ line: 'line' } as const) : {}
  const square = 'width:40px;height:40px;border-radius:13px;text-align:center;font-size:20px;line-height:40px'
  return `<tr>
<td${look('width:40px;padding:12px 12px 12px 0;vertical-align:middle', edge)}><div aria-hidden="true"${look(square, { ground: tile })}>${icon}</div></td>
<td${look('padding:12px 0;vertical-align:middle', edge)}><div${look('font-weight:600;line-height:1.3', { ink: 'ink' })}>${escaped(text)}</div><div${look('font-size:15px;line-height:1.4', { ink: 'quiet' })}>${escaped(time)}</div></td>
</tr>`
}

function buttonHtml({ label, link }: Link): string {
  const pill =
    'display:block;max-width:280px;margin:0 auto;border-radius:999px;padding:14px 24px;font-weight:600;text-align:center;text-decoration:none'
  return `<p style="margin:24px 0 4px"><a href="${escaped(link)}"${look(pill, { ink: 'actionInk', ground: 'action' })}>${escaped(label)}</a></p>`
}

function footHtml({ why, links }: NonNullable<Letter['foot']>): string {
  const anchor = look('display:inline-block;padding:11px 7px;font-weight:600', { ink: 'primary' })
  const anchors = links.map(({ label, link }) => `<a href="${escaped(link)}"${anchor}>${escaped(label)}</a>`)
  return `<p${look('margin:18px 8px 0;font-size:15px;text-align:center', { ink: 'quiet' })}>${escaped(why)}<br>${anchors.join(' ')}</p>`
}
