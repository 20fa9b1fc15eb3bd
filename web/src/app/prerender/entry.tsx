// Built for Node by scripts/prerender.ts, which writes a page for each of these.
import { text } from 'node:stream/consumers'
import { type Language, readLanguageFrom } from '@tagalong/contract/values/language.ts'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { adminScreens } from '../admin/admin-routes.ts'
import { App } from '../app.tsx'
import { loadAppShell } from '../app-routes.tsx'
import { screens } from '../routes.tsx'
import { type Screen, screen } from '../screen.tsx'
import type { Page } from './page.ts'

/** Pages that look the same to everybody. Visitors' other pages depend on their address. */
const whole = ['/login', '/register', '/request-reset', '/terms', '/privacy']

const { open, signedOut, admin, signedIn } = screens
const administrators = adminScreens(screen).map((each) => ({
  ...each,
  path: `/admin/${each.path}`.replace(/\/$/, ''),
}))

export const pages: readonly Page[] = [
  ...pagesOf(signedOut, 'anybody').filter(({ path }) => whole.includes(path)),
  ...pagesOf(open, 'visitor').filter(({ path }) => whole.includes(path)),
  ...pagesOf(signedIn, 'caregiver', [loadAppShell]),
  ...pagesOf(administrators, null, [loadAppShell, ...admin.map(({ load }) => load)]),
  // For addresses below /admin that don't exist: the admin frame says so.
  ...pagesOf(admin, null, [loadAppShell]),
]

function pagesOf(of: readonly Screen[], who: Page['who'], frame: Page['loads'] = []): Page[] {
  return of.map(({ path, title, load }) => ({ path, title, who, loads: [...frame, load] }))
}

/** Pages are rendered one after the other, so one variable is enough. */
let language: Language = 'en'
readLanguageFrom(() => language)

/** Returns the page's title, and the content of its root element while the viewer is not known yet. */
export async function render(page: Page, of: Language): Promise<{ title: string | null; content: string }> {
  language = of
  const content = await renderContent(page)
  return { title: typeof page.title === 'function' ? page.title() : page.title, content }
}

async function renderContent({ path, who, loads }: Page): Promise<string> {
  if (who === null) return ''
  // Makes code that can't run here fail the build; otherwise the screen would wait for it forever.
  await Promise.all(loads.map((load) => load()))
  const { prelude } = await prerenderToNodeStream(
    <App inRouter={(routes) => <StaticRouter location={path}>{routes}</StaticRouter>} />,
    {
      // In one piece, since a long page's pieces would be put in place by inline scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError(error) {
        throw error
      },
    },
  )
  // `before-app.js` holds back presses until the app listens.
  return (await text(prelude)).replaceAll('<button ', '<button data-early ')
}
