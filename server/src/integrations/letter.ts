import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { escaped } from './html.ts'
import type { Mail } from './mailer.ts'

/** What a mail of ours says. */
interface Letter {
  brand: string
  /** Where it is to go. */
  to: string
  subject: string
  title: string
  lines: readonly string[]
  button?: { label: string; link: string }
  /** What to do for whoever did not ask for it. */
  otherwise: string
}

/** As text and as HTML, in the brand's colours. Call it in the language of whoever reads it. */
export function writeLetter({ brand, to, subject, title, lines, button, otherwise }: Letter): Mail {
  const links = button ? [`${button.label}: ${button.link}`] : []
  const text = [title, ...lines, ...links, otherwise, brand].join('\n\n')
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join('')
  // Mail programs know neither style sheets nor variables: the brand's paper, ink and coral stand here in full.
  const html = `<!doctype html><html lang="${currentLanguage()}"><body style="margin:0;background:#fff9f2;color:#22223b;font:17px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;color:#3d348b;font-size:24px;font-weight:700">${escaped(brand)}</p>
<div style="background:#ffffff;border-radius:20px;padding:24px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escaped(title)}</h1>${paragraphs}
${button ? buttonHtml(button) : ''}<p style="margin:0;color:#565676;font-size:15px">${escaped(otherwise)}</p>
</div></div></body></html>`
  return { to, subject, text, html }
}

function buttonHtml({ label, link }: NonNullable<Letter['button']>): string {
  return `<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;background:#c8372d;color:#ffffff;border-radius:999px;padding:14px 28px;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
`
}
