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

/** After the page has loaded: what it asks for then comes before the files that the worker keeps. Milliseconds. */
const workerAfter = 2000

/** A page that something else has changed, such as a translator, is rendered anew. That is no crash. */
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
  // What one person chose is nothing for the next one's account.
  if (!hasWholeToken()) forgetChosenLanguage()
})
followPressed()
const pagesLanguage = document.documentElement.lang
startLanguage(matchPath('/admin/*', window.location.pathname) ? 'en' : null)
// Both under way before the first paint.
startSession(async () => (await import('#features/home/offline-data.ts')).openOfflineData())
const prepared = prepareScreen(window.location.pathname)

// A tap shows at once that it was felt, also while the next screen's code is on its way.
const app = <App inRouter={(routes) => <BrowserRouter useTransitions={false}>{routes}</BrowserRouter>} />
const isPrerendered = isFor(root.dataset) && document.documentElement.lang === pagesLanguage
if (!isPrerendered) root.replaceChildren()
void show(root)
delete document.documentElement.dataset.who

/** Whether what the build rendered into the page belongs to its address and to whoever is here. */
function isFor({ path, who }: DOMStringMap): boolean {
  if (path === undefined || !matchPath(path, window.location.pathname)) return false
  const expected = hasWholeToken() && isLikelyCaregiver() ? 'caregiver' : 'visitor'
  return who === 'anybody' || who === expected
}

/** In several turns: an old phone is busy with each for as long as a tap may wait. */
async function show(element: HTMLElement) {
  await nextTurn()
  const { createRoot, hydrateRoot } = await importWithRetry(() => import('react-dom/client'))
  await nextTurn()
  if (!isPrerendered) return createRoot(element, whatReactMended).render(app)
  // With all that is in it, or what is not there yet would be rendered anew. And piece by piece.
  await prepared
  startTransition(() => void hydrateRoot(element, app, whatReactMended))
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Whoever was never here has left nothing behind. */
async function leaveDevice() {
  if ('caches' in window && (await caches.keys()).length > 0)
    await (await import('./app/leave-device.ts')).leaveDevice()
}

// After everything that this page itself waits for. In development files change too often to be kept.
if (import.meta.env.PROD) {
  const register = async () => (await import('#lib/worker/worker-registration.ts')).registerWorker()
  window.addEventListener('load', () => {
    setTimeout(() => register().catch(() => undefined), workerAfter)
  })
}
