// Built for Node by scripts/build.ts, which puts what this draws into the pages.
import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { adminScreens } from './app/admin-routes.ts'
import { App } from './app/app.tsx'
import { screensDrawnAhead } from './app/routes.tsx'
import { screen } from './app/screen.tsx'

const administrators = adminScreens(screen).map(({ path, title, load }) => ({
  path: path === '' ? '/admin' : `/admin/${path}`,
  title,
  loads: [() => import('./app/app-shell.tsx'), () => import('./app/admin-screen.tsx'), load],
  isEarly: true,
}))

/** What there is to draw. `loads` fetch the code that each needs beside the app's own. */
export const screens = [...screensDrawnAhead(), ...administrators]

/** The page at that path as somebody sees it of whom nothing is known yet: the HTML inside the root element. */
export async function draw(path: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <App inRouter={(routes) => <StaticRouter location={path}>{routes}</StaticRouter>} />,
    {
      // In one piece: the pieces of a long page would be put in place by scripts in it.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError(error) {
        throw error
      },
    },
  )
  return text(prelude)
}
