import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendNotFound } from './errors.ts'

const manifestName = 'manifest.webmanifest'

/** Serves the built web app: files as they are, any other page as the app itself, which knows its routes. */
export async function serveWebApp(app: FastifyInstance, dist: string, brand: string): Promise<void> {
  const built = existsSync(join(dist, 'index.html'))
  const page = built ? branded(await readFile(join(dist, 'index.html'), 'utf8'), escapedForHtml(brand)) : null
  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/.*', '**/index.html*', `**/${manifestName}*`],
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
    if (!isPage || page === null) return sendNotFound(request, reply)
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}

/** What an installed app is called. */
async function serveManifest(app: FastifyInstance, dist: string, brand: string): Promise<void> {
  const path = join(dist, manifestName)
  if (!existsSync(path)) return
  const manifest = branded(await readFile(path, 'utf8'), JSON.stringify(brand).slice(1, -1))
  app.get(`/${manifestName}`, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('application/manifest+json').send(manifest),
  )
}

function branded(text: string, brand: string): string {
  return text.replaceAll('Tagalong', () => brand)
}

function escapedForHtml(brand: string): string {
  return brand.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
