declare const self: ServiceWorkerGlobalScope

/** The version of the build, as in the page that belongs to it. */
declare const __VERSION__: string
/** The paths of all files that the app consists of. */
declare const __FILES__: string[]

export const version = __VERSION__

/** Has no content of its own, so it is shown for every address. */
const page = '/index.html'
const prefix = 'shell-'
const name = prefix + version
const files = new Set(__FILES__)

/** A server that doesn't answer for this long counts as unavailable. Milliseconds. */
const timeoutMs = 5_000

/** Caches all files or none. After a failure the browser tries again. */
export async function fillShell(): Promise<void> {
  const cache = await caches.open(name)
  const fill = async (path: string) => {
    // Built names change with their content, so a file that an older version cached needn't be fetched.
    const known = path.startsWith('/assets/') ? await stored(path) : undefined
    await cache.put(path, known ?? (await fetched(path)))
  }
  try {
    await Promise.all([page, ...files].map(fill))
  } catch (error) {
    await caches.delete(name)
    throw error
  }
}

/** Deletes old versions except the last one, whose pages may still ask for its files. */
export async function sweepShells(): Promise<void> {
  await self.registration.navigationPreload?.enable()
  const shells = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name)
  await Promise.all(shells.slice(0, -1).map((each) => caches.delete(each)))
}

/** Paths that the server alone handles; the app has no screens for them. */
const servers = /^\/(?:api|calendar|unsubscribe)\//

/** Answers page requests from the server while it is available, and the app's files from the cache. */
export function answerFromShell(event: FetchEvent): void {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || servers.test(pathname)) return
  if (mode === 'navigate') event.respondWith(pageFor(event))
  else if (files.has(pathname)) event.respondWith(fileFor(event.request, pathname))
}

async function pageFor({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too late')), timeoutMs))
    const answer = await Promise.race([preloadResponse.then((early) => early ?? fetch(request)), late])
    // Sent by a proxy while the server behind it is unavailable.
    return [502, 503, 504].includes(answer.status) ? ((await stored(page)) ?? answer) : answer
  } catch (error) {
    const shell = await stored(page)
    if (!shell) throw error
    return shell
  }
}

async function fileFor(request: Request, path: string): Promise<Response> {
  return (await stored(path)) ?? fetch(request)
}

/** Returns a cached file, preferably this version's. Ignores `Vary`, since files are the same for everybody. */
async function stored(path: string): Promise<Response | undefined> {
  const own = await caches.match(path, { cacheName: name, ignoreVary: true })
  return own ?? caches.match(path, { ignoreVary: true })
}

async function fetched(path: string): Promise<Response> {
  const response = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response
}
