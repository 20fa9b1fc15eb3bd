import type { Mail } from '#integrations/mailer.ts'

interface Letter {
  brand: string
  /** Where it is to go. */
  to: string
  subject: string
  title: string
  lines: readonly string[]
  button: { label: string; link: string }
  /** What to do for whoever did not ask for it. */
  otherwise: string
}

/** To whoever forgot a password. */
export function resetMail(brand: string, to: string, link: string): Mail {
  return written({
    brand,
    to,
    subject: `Choose a new password for ${brand}`,
    title: 'Choose a new password',
    lines: [
      `Somebody asked for a new password for your ${brand} account.`,
      'The button works once, within the next 60 minutes. Afterwards you sign in anew on all your devices.',
    ],
    button: { label: 'Reset Password', link },
    otherwise: 'If that was not you, there is nothing to do: your password stays as it is.',
  })
}

/** To the address that somebody wants to use from now on. */
export function confirmEmailMail(brand: string, to: string, link: string): Mail {
  return written({
    brand,
    to,
    subject: `Confirm your email address for ${brand}`,
    title: 'Is this your address?',
    lines: [
      `Somebody wants to use this address to sign in to ${brand}.`,
      'The button works once, within the next 60 minutes. Until then the old address stays.',
    ],
    button: { label: 'Confirm Email', link },
    otherwise: 'If that was not you, there is nothing to do.',
  })
}

/** To the address that was the account's until now. */
export function undoEmailMail(brand: string, to: string, link: string): Mail {
  return written({
    brand,
    to,
    subject: `Your email address for ${brand} was changed`,
    title: 'Your email address was changed',
    lines: [
      `You no longer sign in to ${brand} with this address.`,
      'If that was you, all is well. If not, the button takes the change back and signs out every device. It works for 7 days.',
    ],
    button: { label: 'Take It Back', link },
    otherwise: 'After taking it back, choose a new password.',
  })
}

function written({ brand, to, subject, title, lines, button, otherwise }: Letter): Mail {
  const text = [title, ...lines, `${button.label}: ${button.link}`, otherwise, brand].join('\n\n')
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join('')
  // Mail programs know neither style sheets nor variables: the brand's paper, ink and coral stand here in full.
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#fff9f2;color:#22223b;font:17px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;color:#3d348b;font-size:24px;font-weight:700">${escaped(brand)}</p>
<div style="background:#ffffff;border-radius:20px;padding:24px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escaped(title)}</h1>${paragraphs}
<p style="margin:24px 0"><a href="${escaped(button.link)}" style="display:inline-block;background:#c8372d;color:#ffffff;border-radius:999px;padding:14px 28px;font-weight:600;text-decoration:none">${escaped(button.label)}</a></p>
<p style="margin:0;color:#565676;font-size:15px">${escaped(otherwise)}</p>
</div></div></body></html>`
  return { to, subject, text, html }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
