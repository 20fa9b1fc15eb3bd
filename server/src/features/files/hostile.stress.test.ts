import { readdir } from 'node:fs/promises'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import { signUpload } from '@tagalong/contract/features/files/files.contract.ts'
import { largestPhoto } from '@tagalong/contract/features/files/files.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addParent, fingerprint, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let jpeg: Buffer
let png: Buffer
let webp: Buffer
beforeAll(async () => {
  t = await testApp()
  const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#4cad6b' } })
  ;[jpeg, png, webp] = await Promise.all([
    plain.clone().jpeg().toBuffer(),
    plain.clone().png().toBuffer(),
    plain.clone().webp().toBuffer(),
  ])
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database)
  ben = await addParent(t.database)
})
afterAll(() => t.close())

const script = '<script>alert(1)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>`
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const prompts = [
  m.prompt_photo_wrong_type,
  m.prompt_photo_too_large,
  m.prompt_photo_too_many_pixels,
  m.prompt_photo_unreadable,
  m.prompt_photo_lost,
  m.prompt_photo_link_over,
  m.prompt_photo_sent_twice,
]
const texts = new Set<string>(prompts.map((prompt) => prompt()))

interface Hostile {
  what: string
  bytes: Buffer
  /** The type that the link is signed for, and the type that is sent. */
  type?: string
  sentAs?: string
  status: number
}

/** A PNG that claims to be this large; its rows are all alike and compress to almost nothing. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}

function hostileBodies(): Hostile[] {
  const tail = (bytes: Buffer, text: string) => Buffer.concat([bytes, Buffer.from(text)])
  const head = (text: string, bytes: Buffer) => Buffer.concat([Buffer.from(text), bytes])
  const types = ['image/jpeg', 'image/png', 'image/webp'] as const
  const pictures = { 'image/jpeg': jpeg, 'image/png': png, 'image/webp': webp }
  const noPicture: [string, Buffer][] = [
    ['an SVG', Buffer.from(svg)],
    ['an SVG with a declaration', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['HTML', Buffer.from(`<!doctype html>${script}`)],
    ['a script', Buffer.from('alert(document.cookie)')],
    ['a GIF', gif],
    ['a GIF that is a script', head('GIF89a=1;alert(1);//', jpeg)],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')],
    ['a ZIP', Buffer.from('504b0304140000000000', 'hex')],
    ['a program', Buffer.from('7f454c4602010100', 'hex')],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['an AVIF', Buffer.from('0000001c66747970617669660000000061766966', 'hex')],
    ['nothing at all', Buffer.alloc(0)],
  ]
  return [
    ...noPicture.flatMap(([what, bytes]) =>
      types.map((type) => ({ what: `${what} called ${type}`, bytes, type, status: 415 })),
    ),
    ...types.flatMap((type) => [
      {
        what: `${type} and a page behind it`,
        bytes: tail(pictures[type], `<html>${script}`),
        type,
        status: 400,
      },
      {
        what: `${type} and an archive behind it`,
        bytes: Buffer.concat([pictures[type], Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]),
        type,
        status: 400,
      },
      { what: `${type} cut short`, bytes: pictures[type].subarray(0, -20), type, status: 400 },
      { what: `a page before ${type}`, bytes: head(`<html>${script}`, pictures[type]), type, status: 415 },
      { what: `${type} of noise`, bytes: noised(pictures[type]), type, status: 400 },
    ]),
    { what: 'a PNG called JPEG', bytes: png, type: 'image/jpeg', status: 415 },
    { what: 'a JPEG called WebP', bytes: jpeg, type: 'image/webp', status: 415 },
    { what: 'a picture sent as HTML', bytes: jpeg, sentAs: 'text/html', status: 415 },
    { what: 'a picture sent as SVG', bytes: jpeg, sentAs: 'image/svg+xml', status: 415 },
    { what: 'a picture sent as two types', bytes: jpeg, sentAs: 'image/jpeg, text/html', status: 415 },
    { what: 'a 50-megapixel picture', bytes: bomb(10_000, 5_000), type: 'image/png', status: 413 },
    { what: 'a picture of a billion pixels', bytes: bomb(40_000, 1_200), type: 'image/png', status: 413 },
    { what: 'more than 10 MB', bytes: Buffer.concat([jpeg, Buffer.alloc(largestPhoto)]), status: 413 },
  ]
}

/** Keeps the first bytes and the last ones, with noise in between. */
function noised(bytes: Buffer): Buffer {
  const noisy = Buffer.from(bytes)
  for (let at = 24; at < noisy.length - 12; at += 1) noisy[at] = (at * 167 + 13) & 0x7f
  return noisy
}

const signed = async (as: Parent, contentType = 'image/jpeg') =>
  (await t.call(signUpload, { params: { fileName: 'x', contentType } }, { as })).body.data
/** Path and query of a link of ours. */
const pathOf = (link: string) => link.slice(new URL(link).origin.length)
/** Changes the first letter of the signature. */
const forged = (link: string) =>
  link.replace(/signature=(.)/, (_all, first) => `signature=${first === 'A' ? 'B' : 'A'}`)

async function put(url: string, bytes: Buffer, type = 'image/jpeg', headers = {}) {
  const reply = await t.app.inject({
    method: 'PUT',
    url,
    headers: { 'content-type': type, ...headers },
    payload: bytes,
  })
  return { status: reply.statusCode, error: (reply.json() as { error?: string }).error ?? '' }
}

async function stored(): Promise<string[]> {
  const names = await readdir(join(t.dataDir, 'files'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.includes('/'))
}

const savePhoto = (as: Parent, photo: string) =>
  t.call(
    saveChild,
    { params: { id: as.children[0] }, body: { firstName: 'Mia', lastNameInitial: 'E', photo } },
    { as },
  )

/**
 * Sends zeros until the server refuses. fetch() would read an endless body for ever, even once the connection is cut.
 */
function sendEndless(url: string, headers: OutgoingHttpHeaders): Promise<number | 'cut off' | undefined> {
  return new Promise((resolve) => {
    const body = Readable.from(zeros())
    const sending = request(url, { method: 'PUT', headers })
    sending.on('response', ({ statusCode }) => {
      resolve(statusCode)
      body.destroy()
    })
    // Whichever end breaks ends the other.
    pipeline(body, sending, () => resolve('cut off'))
  })
}

function* zeros(): Iterable<Uint8Array> {
  for (;;) yield new Uint8Array(65_536)
}

test('hostile bodies are refused with a clear text, nothing is stored, and no child gets a photo', {
  tags: ['FILE-06'],
  timeout: 120_000,
}, async () => {
  const bodies = hostileBodies()
  expect(bodies.length).toBeGreaterThanOrEqual(50)
  const before = process.memoryUsage().rss
  let max = before
  let refused = 0
  for (let round = 0; round < sampleOrFull(1, 5); round += 1) {
    for (const { what, bytes, type = 'image/jpeg', sentAs = type, status } of bodies) {
      await t.database.pool.query('delete from rate_limit')
      const { signedPostUrl, fileKey } = await signed(anna, type)
      const reply = await put(pathOf(signedPostUrl), bytes, sentAs)
      expect(`${what}: ${reply.status}`).toBe(`${what}: ${status}`)
      expect(texts.has(reply.error), `${what}: ${reply.error}`).toBe(true)
      expect(await stored(), what).toEqual([])
      const saved = await savePhoto(anna, fileKey)
      expect(`${what}: ${saved.status}`).toBe(`${what}: 400`)
      max = Math.max(max, process.memoryUsage().rss)
      refused += 1
    }
  }
  const { rows } = await t.database.pool.query('select 1 from child where photo is not null')
  expect(rows).toEqual([])
  const grown = Math.round((max - before) / 1_048_576)
  report('hostile uploads', `${refused} refused, 0 stored, memory +${grown} MB`)
  expect(grown).toBeLessThanOrEqual(150)
})

test('altered, expired, foreign and used links accept no upload', {
  tags: ['FILE-05', 'FILE-06'],
}, async () => {
  const { signedPostUrl, fileKey } = await signed(anna)
  const url = pathOf(signedPostUrl)
  const bens = await signed(ben)
  const before = await fingerprint(t.database)
  for (const altered of [
    forged(url),
    url.replace(/until=\d/, 'until=9'),
    url.replace('image%2Fjpeg', 'text%2Fhtml'),
    url.replace(fileKey, bens.fileKey),
    url.replace(fileKey, 'z'.repeat(32)),
    url.replace(fileKey, '..%2f..%2f..%2fetc%2fpasswd'),
    url.replace(fileKey, '....//....//passwd'),
    url.replace(fileKey, `${fileKey}%00.jpg`),
    url.replace(fileKey, `${fileKey}%2e%2e`),
    `${url}&type=text/html`,
    `${url}&size=avatar`,
    url.split('?')[0] ?? '',
  ]) {
    const reply = await put(altered, jpeg, altered.includes('text%2Fhtml') ? 'text/html' : 'image/jpeg')
    expect([400, 404], `${altered} ${reply.status}`).toContain(reply.status)
    expect(await stored(), altered).toEqual([])
  }
  t.clock.shift(10 * 60_000 + 1)
  expect(await put(url, jpeg)).toEqual({ status: 400, error: m.prompt_photo_link_over() })
  expect(await fingerprint(t.database)).toBe(before)

  const late = await signed(anna)
  expect((await put(pathOf(late.signedPostUrl), jpeg)).status).toBe(200)
  expect(await put(pathOf(late.signedPostUrl), png)).toMatchObject({ status: 409 })
  await savePhoto(anna, late.fileKey)
  // Once it is saved the link leads nowhere, though it hasn't ended.
  expect(await put(pathOf(late.signedPostUrl), jpeg)).toEqual({
    status: 400,
    error: m.prompt_photo_link_over(),
  })
  expect((await savePhoto(ben, late.fileKey)).body.fields).toEqual({ photo: m.prompt_photo_lost() })
})

test('an interrupted upload is dropped and can be repeated; an endless one is refused', {
  tags: ['FILE-06'],
}, async () => {
  const { signedPostUrl } = await signed(anna)
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const url = address + pathOf(signedPostUrl)
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(jpeg.subarray(0, 100))
    },
    pull(controller) {
      controller.error(new Error('the phone lost its network'))
    },
  })
  const headers = { 'content-type': 'image/jpeg' }
  await expect(fetch(url, { method: 'PUT', body: cut, headers, duplex: 'half' } as never)).rejects.toThrow()
  await expect.poll(stored, { timeout: 10_000 }).toEqual([])
  const whole = await fetch(url, { method: 'PUT', body: new Uint8Array(jpeg), headers })
  expect(whole.status).toBe(200)
  const other = await signed(anna)
  const refused = await sendEndless(address + pathOf(other.signedPostUrl), headers)
  expect([413, 'cut off']).toContain(refused)
  await expect.poll(stored, { timeout: 10_000 }).toHaveLength(1)
})
