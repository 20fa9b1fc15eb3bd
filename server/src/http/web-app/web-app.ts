import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { m } from '@tagalong/contract/messages.ts'
import type { Language } from '@tagalong/contract/values/language.ts'
import type { FastifyInstance } from 'fastify'
import { sendNotFound } from '../server/errors.ts'
import { languageOfPage, variesByLanguage } from '../server/languages.ts'
import { type PlaceWords, readPages, sendPage } from './web-app-pages.ts'

const manifestName = 'manifest.webmanifest'
/** Notes of the build, and files that are served with this installation's name in them. */
const notServed = /^\.|^(index\.html|pages\.json|manifest\.webmanifest)/

/** Serves the built web app: files unchanged, and for any other address a page of the app, which knows its routes. */
export async function serveWebApp(app: FastifyInstance, dist: string, words: PlaceWords): Promise<void> {
  const pages = await readPages(dist, words)
  if (pages) {
    await serveFiles(app, dist)
    await serveManifest(app, dist, words.brand)
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage =
      /^(GET|HEAD)$/.test(request.method) && !/^\/api(\/|$)/.test(path) && !path.startsWith('/assets/')
    if (!isPage || pages === null) return sendNotFound(request, reply)
    return sendPage(request, reply, pages.find(path, languageOfPage(request)))
  })
}

/**
 * Serves the built files. One route serves all of `assets`, since a route takes 20 KB of memory, and there are hundreds
 * of files.
 */
async function serveFiles(app: FastifyInstance, dist: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // Names in `assets` change with their contents.
      const forever = path.includes('/assets/')
      reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const method = ['GET', 'HEAD']
  const assets = new Set(existsSync(join(dist, 'assets')) ? await readdir(join(dist, 'assets')) : [])
  app.route<{ Params: { name: string } }>({
    method,
    url: '/assets/:name',
    handler({ params: { name } }, reply) {
      if (assets.has(name)) reply.sendFile(`assets/${name}`)
      else reply.callNotFound()
    },
  })
  for (const file of await readdir(dist, { withFileTypes: true })) {
    if (!file.isFile() || notServed.test(file.name)) continue
    app.route({ method, url: `/${file.name}`, handler: (_request, reply) => reply.sendFile(file.name) })
  }
}

/** Serves the manifest, which names the installed app. */
async function serveManifest(app: FastifyInstance, dist: string, brand: string): Promise<void> {
  const path = join(dist, manifestName)
  if (!existsSync(path)) return
  const quoted = JSON.stringify(brand).slice(1, -1)
  const manifest = (await readFile(path, 'utf8')).replaceAll('Tagalong', () => quoted)
  const manifests = { en: manifest, es: manifestIn('es', manifest) }
  app.get(`/${manifestName}`, (request, reply) =>
    reply
      .headers({ 'Cache-Control': 'no-cache', Vary: variesByLanguage })
      .type('application/manifest+json')
      .send(manifests[languageOfPage(request)]),
  )
}

interface Manifest {
  lang: string
  description: string
  shortcuts: { name: string; url: string }[]
}

/** Translates the build's manifest, which is in English. */
function manifestIn(locale: Language, english: string): string {
  const manifest = JSON.parse(english) as Manifest
  const names: Record<string, string> = {
    '/edit-playdate/new': m.common_schedule_playdate({}, { locale }),
    '/view-playdates': m.common_playdates({}, { locale }),
  }
  const shortcuts = manifest.shortcuts.map((each) => ({ ...each, name: names[each.url] ?? each.name }))
  return JSON.stringify({
    ...manifest,
    lang: locale,
    description: m.app_description({}, { locale }),
    shortcuts,
  })
}
