import { createHash } from 'node:crypto'
import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { escaped } from '#integrations/html.ts'
import { unsubscribeStyles } from './unsubscribe-styles.ts'

/** What the page says: it asks, mails have ended, they come again, or there is no such link. */
export type UnsubscribeState = 'asks' | 'ended' | 'back' | 'missing'

/** For the content security policy: the page has no other styles. */
export const allowedStyles = `'sha256-${createHash('sha256').update(unsubscribeStyles).digest('base64')}'`

/** The page, without scripts. Call it in its reader's language. */
export function unsubscribePage(brand: string, state: UnsubscribeState): string {
  const title = titleOf(state)
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · ${escaped(brand)}</title>
<link rel="icon" href="/favicon.svg">
<style>${unsubscribeStyles}</style>
</head>
<body>
<main>
<p class="brand">${escaped(brand)}</p>
<div class="card">
<h1>${escaped(title)}</h1>
${formOf(state)}
</div>
<p><a href="/notification-settings">${escaped(m.mail_notices_choose())}</a></p>
</main>
</body>
</html>
`
}

function titleOf(state: UnsubscribeState): string {
  switch (state) {
    case 'asks':
      return m.unsubscribe_question()
    case 'ended':
      return m.unsubscribe_done()
    case 'back':
      return m.unsubscribe_back()
    case 'missing':
      return m.prompt_id()
  }
}

/** The form posts to the page's own URL. */
function formOf(state: UnsubscribeState): string {
  if (state === 'asks') return form('stop', m.unsubscribe_button())
  return state === 'ended' ? form('undo', m.unsubscribe_undo(), ' class="quiet"') : ''
}

function form(name: 'stop' | 'undo', label: string, attributes = ''): string {
  return `<form method="post"><button${attributes} name="${name}" value="1">${escaped(label)}</button></form>`
}
