import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { serveWebApp } from './web-app.ts'

let app: FastifyInstance
let dist: string
afterEach(async () => {
  await app.close()
  rmSync(dist, { recursive: true })
})

async function serve(brand: string): Promise<void> {
  dist = mkdtempSync(join(tmpdir(), 'tagalong-web-'))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<title>Tagalong</title>')
  writeFileSync(join(dist, 'manifest.webmanifest'), '{"name":"Tagalong","short_name":"Tagalong"}')
  // A compressed one must not get in the way.
  writeFileSync(join(dist, 'manifest.webmanifest.gz'), 'x')
  writeFileSync(join(dist, 'sw.js'), 'self')
  writeFileSync(join(dist, 'assets/a-12345678.js'), '1')
  app = Fastify()
  await serveWebApp(app, dist, brand)
}

const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'gzip' } })

test('AUTH-07 page and manifest bear the name that the environment gives, whatever is in it', async () => {
  const brand = 'Kids & "Co" <$&> \\'
  await serve(brand)
  expect((await get('/anywhere')).body).toBe('<title>Kids &amp; &quot;Co&quot; &lt;$&amp;> \\</title>')
  const manifest = await get('/manifest.webmanifest')
  expect(manifest.json()).toEqual({ name: brand, short_name: brand })
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
})

test('NOTIF-16 page, manifest and worker are asked for anew each time, what has its contents in its name is not', async () => {
  await serve('Tagalong')
  const kept = async (url: string) => (await get(url)).headers['cache-control']
  for (const url of ['/', '/manifest.webmanifest', '/sw.js']) expect(await kept(url)).toBe('no-cache')
  expect(await kept('/assets/a-12345678.js')).toBe('public, max-age=31536000, immutable')
})
