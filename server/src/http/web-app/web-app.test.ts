import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { answerInLanguage } from '../server/languages.ts'
import { addSecurityHeaders } from '../server/security.ts'
import { serveWebApp } from './web-app.ts'

let app: FastifyInstance
let dist: string
afterEach(async () => {
  await app.close()
  rmSync(dist, { recursive: true })
})

const manifest = {
  name: 'Tagalong',
  short_name: 'Tagalong',
  lang: 'en',
  description: 'Arrange playdates for your children with the families you know.',
  shortcuts: [{ name: 'Playdates', url: '/view-playdates' }],
}

async function serve(
  brand: string,
  pages: Record<string, string> = {},
  inSpanish: Record<string, string> = {},
): Promise<void> {
  dist = mkdtempSync(join(tmpdir(), 'tagalong-web-'))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<title>Tagalong</title>')
  writeFileSync(join(dist, 'manifest.webmanifest'), JSON.stringify(manifest))
  // A compressed manifest must not be served instead.
  writeFileSync(join(dist, 'manifest.webmanifest.gz'), 'x')
  writeFileSync(join(dist, 'sw.js'), 'self')
  writeFileSync(join(dist, 'assets/a-12345678.js'), '1')
  if (Object.keys(pages).length > 0) {
    mkdirSync(join(dist, 'pages'))
    const files = { en: writePages(pages, 'en'), es: writePages({ ...pages, ...inSpanish }, 'es') }
    writeFileSync(join(dist, 'pages.json'), JSON.stringify(files))
  }
  await start(brand)
}

function writePages(pages: Record<string, string>, language: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const [at, [path, html]] of Object.entries(pages).entries()) {
    files[path] = `pages/${at}.${language}.html`
    writeFileSync(join(dist, files[path]), html)
  }
  return files
}

async function start(brand: string): Promise<void> {
  app = Fastify()
  await app.register(cookie)
  await answerInLanguage(app)
  await addSecurityHeaders(app, { publicUrl: 'http://localhost', fileOrigin: null })
  await serveWebApp(app, dist, { brand, emergencyNumber: '112' })
}

const plain = (url: string) => app.inject({ url })
const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'gzip' } })

test('page and manifest have the environment’s brand, whatever characters it contains', {
  tags: ['AUTH-07'],
}, async () => {
  const brand = 'Kids & "Co" <$&> \\'
  await serve(brand)
  expect((await plain('/anywhere')).body).toBe('<title>Kids &amp; &quot;Co&quot; &lt;$&amp;> \\</title>')
  const served = await get('/manifest.webmanifest')
  expect(served.json()).toEqual({ ...manifest, name: brand, short_name: brand })
  expect(served.headers['content-type']).toContain('application/manifest+json')
})

test('page, manifest and worker are revalidated each time; files with a hash in their name are not', {
  tags: ['NOTIF-16'],
}, async () => {
  await serve('Tagalong')
  const kept = async (url: string) => (await get(url)).headers['cache-control']
  for (const url of ['/', '/manifest.webmanifest', '/sw.js']) expect(await kept(url)).toBe('no-cache')
  expect(await kept('/assets/a-12345678.js')).toBe('public, max-age=31536000, immutable')
})

test('files are served plain or compressed, and no path leads out of their folder', async () => {
  await serve('Tagalong')
  writeFileSync(join(dist, 'assets/a-12345678.js.gz'), 'packed')
  expect((await plain('/assets/a-12345678.js')).body).toBe('1')
  const packed = await get('/assets/a-12345678.js')
  expect([packed.headers['content-encoding'], packed.body]).toEqual(['gzip', 'packed'])
  const head = await app.inject({ method: 'HEAD', url: '/sw.js' })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '4'])
  for (const none of ['none.js', '..%2findex.html', '..%2f..%2fetc%2fpasswd', '%2e%2e%2fsw.js', ''])
    expect((await plain(`/assets/${none}`)).statusCode, none).toBe(404)
})

test('pages and workers get a content security policy; other files don’t', {
  tags: ['API-045'],
}, async () => {
  await serve('Tagalong')
  writeFileSync(join(dist, 'assets/pattern-worker-12345678.js'), '1')
  await app.close()
  await start('Tagalong')
  const policy = async (url: string) => (await plain(url)).headers['content-security-policy']
  for (const url of ['/', '/sw.js', '/assets/pattern-worker-12345678.js'])
    expect(await policy(url), url).toContain("script-src 'self'")
  expect(await policy('/assets/a-12345678.js')).toBeUndefined()
  expect((await plain('/assets/a-12345678.js')).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
  })
})

const prerendered = {
  '*': '<title>Tagalong</title>',
  '/login': '<h1>TAGALONG</h1>',
  '/group/:id': '<p>A group</p>',
  '/group/new': '<p>A new group</p>',
  '/admin/groups': '<p>All groups</p>',
  '/admin/*': '<p>Nothing here</p>',
}

test('each address gets the page prerendered for it, with the brand also in capitals', {
  tags: ['AUTH-07'],
}, async () => {
  await serve('Kids & Co', prerendered)
  expect((await plain('/login?next=%2Fprofile')).body).toBe('<h1>KIDS &amp; CO</h1>')
  expect((await plain('/group/a1')).body).toBe('<p>A group</p>')
  expect((await plain('/group/new')).body).toBe('<p>A new group</p>')
  expect((await plain('/admin/groups')).body).toBe('<p>All groups</p>')
  for (const other of ['/admin/none', '/admin/groups/a1/none'])
    expect((await plain(other)).body, other).toBe('<p>Nothing here</p>')
  for (const other of [
    '/',
    '/index.html',
    '/group',
    '/group/a1/b',
    '/admins',
    '/pages/1.en.html',
    '/pages.json',
  ])
    expect((await plain(other)).body).toBe('<title>Kids &amp; Co</title>')
})

test('a page allows its own inline scripts and styles by hash, and the next page does not', async () => {
  await serve('Tagalong', {
    ...prerendered,
    '/login': '<style>p{color:red}</style><script>alert("Tagalong")</script>',
  })
  const policy = async (url: string) => String((await plain(url)).headers['content-security-policy'])
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(await policy('/login')).toContain(`style-src 'self' ${hash('p{color:red}')};`)
  expect(await policy('/login')).toContain(`script-src 'self' ${hash('alert("Tagalong")')};`)
  expect(await policy('/group/a1')).toContain("script-src 'self';")
  expect(await policy('/login')).not.toContain('unsafe')
})

test('pages are compressed as the browser accepts, and not sent again if it has them', async () => {
  await serve('Tagalong', prerendered)
  const ask = (headers: Record<string, string>) => app.inject({ url: '/login', headers })
  const [br, gzip] = [await ask({ 'accept-encoding': 'gzip, br' }), await ask({ 'accept-encoding': 'gzip' })]
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(prerendered['/login'])
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(prerendered['/login'])
  expect(br.headers).toMatchObject({
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    'cache-control': 'no-cache',
  })
  const again = await ask({ 'if-none-match': String(br.headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('page and manifest are in the chosen language, otherwise in the browser’s', {
  tags: ['TIME-91'],
}, async () => {
  await serve('Tagalong', prerendered, { '/login': '<h1>TAGALONG en español</h1>' })
  const ask = async (url: string, headers: Record<string, string>) =>
    (await app.inject({ url, headers })).body
  const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }
  expect(await ask('/login', spanish)).toBe('<h1>TAGALONG en español</h1>')
  for (const english of [
    {},
    { 'accept-language': 'de,en;q=0.5' },
    { 'accept-language': 'fr' },
    { ...spanish, cookie: 'language=en' },
    { cookie: 'language=xx; a=b' },
  ])
    expect(await ask('/login', english)).toBe(prerendered['/login'])
  expect(await ask('/login', { cookie: 'language=es' })).toBe('<h1>TAGALONG en español</h1>')
  expect(JSON.parse(await ask('/manifest.webmanifest', spanish))).toMatchObject({
    name: 'Tagalong',
    lang: 'es',
    description: 'Planea citas para que tus peques jueguen con familias que conoces.',
    shortcuts: [{ name: 'Citas para jugar', url: '/view-playdates' }],
  })
  // The installed app's name is in the language of the page, whatever the browser asks for.
  const languageFor = async (headers: Record<string, string>) =>
    JSON.parse(await ask('/manifest.webmanifest', headers)).lang
  expect(await languageFor({ cookie: 'language=es' })).toBe('es')
  expect(await languageFor({ ...spanish, cookie: 'language=en' })).toBe('en')
  expect(await languageFor({ cookie: '__Host-language=es; language=en' })).toBe('es')
  expect(await languageFor({ ...spanish, cookie: 'language=xx' })).toBe('es')
  const { vary } = (await app.inject({ url: '/manifest.webmanifest' })).headers
  expect(vary).toBe('Accept-Language, Cookie')
})
