import { startTransition } from 'react'
import { BrowserRouter, matchPath } from 'react-router'
import { clearSignedViews, pruneSignedViews } from '#features/files/signed-views.ts'
import { clearAllDrafts } from '#lib/drafts/kept-drafts.ts'
import { forgetChosenLanguage, startLanguage } from '#lib/language.ts'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { followAccount } from '#lib/session/account-language.ts'
import { currentUser, startSession, watchSession } from '#lib/session/session.tsx'
import { hasLoggedOut, hasWholeToken, onTokenChange } from '#lib/session/stored-token.ts'
import { followPressed } from '#lib/worker/pressed-notification.ts'
import { App } from './app/app.tsx'
import { prepareScreen } from './app/app-routes.tsx'
import { forgetProfile, isLikelyCaregiver, noteProfile } from './app/prerender/expected.ts'
import { takenOver } from './app/prerender/take-over.tsx'
import './app/shell/shell.css'

/** How long after the page has loaded, so that its own calls precede the files that the worker caches. Milliseconds. */
const workerAfter = 2000

/** React rerenders a page that something else has changed, such as a translator. That is not a crash. */
const whatReactMended = { onRecoverableError: (error: unknown) => console.error(error) }

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

watchSession(() => {
  const user = currentUser()
  if (user) {
    noteProfile(user)
    void takenOver.then(() => followAccount(user))
    pruneSignedViews(user._id)
  } else if (!hasWholeToken()) {
    clearSignedViews()
    if (hasLoggedOut()) clearAllDrafts()
    leaveDevice().catch(() => undefined)
  }
})
onTokenChange(() => {
  forgetProfile()
  // The last user's choice must not go into the next one's account.
  if (!hasWholeToken()) forgetChosenLanguage()
})
followPressed()
const pagesLanguage = document.documentElement.lang
startLanguage(matchPath('/admin/*', window.location.pathname) ? 'en' : null)
// Both start before the first paint.
startSession(async () => (await import('#features/home/offline-data.ts')).openOfflineData())
const prepared = prepareScreen(window.location.pathname)

// Without transitions, a tap has a visible effect at once, even while the next screen's code is loading.
const app = <App inRouter={(routes) => <BrowserRouter useTransitions={false}>{routes}</BrowserRouter>} />
const isPrerendered = isFor(root.dataset) && document.documentElement.lang === pagesLanguage
if (!isPrerendered) root.replaceChildren()
void show(root)
delete document.documentElement.dataset.who

/** True if the prerendered content belongs to this address and to the likely viewer. */
function isFor({ path, who }: DOMStringMap): boolean {
  if (path === undefined || !matchPath(path, window.location.pathname)) return false
  const expected = hasWholeToken() && isLikelyCaregiver() ? 'caregiver' : 'visitor'
  return who === 'anybody' || who === expected
}

/** Renders in several tasks, since each one may block an old phone for as long as a tap may wait. */
async function show(element: HTMLElement) {
  await nextTurn()
  const { createRoot, hydrateRoot } = await importWithRetry(() => import('react-dom/client'))
  await nextTurn()
  if (!isPrerendered) return createRoot(element, whatReactMended).render(app)
  // Hydrates once the screen's code is loaded, or missing parts would be rendered anew. As a transition, so in pieces.
  await prepared
  startTransition(() => void hydrateRoot(element, app, whatReactMended))
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Loads the code for this only if the device keeps anything. */
async function leaveDevice() {
  if ('caches' in window && (await caches.keys()).length > 0)
    await (await import('./app/leave-device.ts')).leaveDevice()
}

// After everything that the page itself waits for. In development, files change too often to be cached.
if (import.meta.env.PROD) {
  const register = async () => (await import('#lib/worker/worker-registration.ts')).registerWorker()
  window.addEventListener('load', () => {
    setTimeout(() => register().catch(() => undefined), workerAfter)
  })
}
