import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendNotFound } from './errors.ts'
import { readPages, sendPage } from './web-app-pages.ts'

const manifestName = 'manifest.webmanifest'

/** Serves the built web app: files as they are, any other address as a page of the app, which knows its routes. */
export async function serveWebApp(app: FastifyInstance, dist: string, brand: string): Promise<void> {
  const pages = await readPages(dist, brand)
  if (pages) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/.*', '**/index.html*', 'pages/**', 'pages.json*', `**/${manifestName}*`],
      setHeaders(reply, path) {
        // Built names change with their contents.
        const forever = path.includes('/assets/')
        reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    await serveManifest(app, dist, brand)
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage =
      /^(GET|HEAD)$/.test(request.method) && !/^\/api(\/|$)/.test(path) && !path.startsWith('/assets/')
    if (!isPage || pages === null) return sendNotFound(request, reply)
    return sendPage(request, reply, pages.find(path))
  })
}

/** What an installed app is called. */
async function serveManifest(app: FastifyInstance, dist: string, brand: string): Promise<void> {
  const path = join(dist, manifestName)
  if (!existsSync(path)) return
  const quoted = JSON.stringify(brand).slice(1, -1)
  const manifest = (await readFile(path, 'utf8')).replaceAll('Tagalong', () => quoted)
  app.get(`/${manifestName}`, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('application/manifest+json').send(manifest),
  )
}
