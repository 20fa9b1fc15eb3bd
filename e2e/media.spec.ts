import type { Locator, Page } from '@playwright/test'
import { dialogsClosed } from './fixtures.ts'
import { expect, test } from './harness/harness.ts'
import { isSound } from './sound.ts'

/** Returns a tone of that many seconds as a WAV file. */
function wav(seconds: number): Buffer {
  const rate = 8_000
  const samples = Buffer.alloc(rate * seconds, 128)
  for (let at = 0; at < samples.length; at += 1) samples[at] = 128 + Math.round(40 * Math.sin(at / 3))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** Returns a PDF of one page with a few words. */
function pdf(words: string): Buffer {
  const content = `BT /F1 24 Tf 20 100 Td (${words}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const offsets: number[] = []
  let file = '%PDF-1.4\n'
  for (const [at, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${at + 1} 0 obj${object}endobj\n`
  }
  const places = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places}`
  return Buffer.from(
    `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
  )
}

/** A PNG or two seconds of video, drawn and recorded by the browser. */
async function drawn(page: Page, kind: 'image' | 'video'): Promise<Buffer> {
  const data = await page.evaluate(async (wanted) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    const paint = (hue: number) => {
      context.fillStyle = `hsl(${hue} 70% 60%)`
      context.fillRect(0, 0, 320, 180)
    }
    paint(20)
    if (wanted === 'image') return canvas.toDataURL('image/png').split(',')[1] ?? ''
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.start()
    for (let frame = 0; frame < 50; frame += 1) {
      paint(frame * 7)
      await new Promise((done) => setTimeout(done, 40))
    }
    await new Promise((done) => {
      recorder.onstop = done
      recorder.stop()
    })
    const reader = new FileReader()
    await new Promise((done) => {
      reader.onload = done
      reader.readAsDataURL(new Blob(parts))
    })
    return String(reader.result).split(',')[1] ?? ''
  }, kind)
  return Buffer.from(data, 'base64')
}

const name = 'Mia at the lake'

/** Shows a file in the viewer. As on our server, every response forbids framing. */
async function show(
  page: Page,
  harness: { open: (name: string) => Promise<void> },
  { body, type }: { body: Buffer; type: string },
) {
  const headers = {
    'content-type': type,
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; sandbox",
  }
  await page.route('**/media/file', (route) => {
    const [, from] = /^bytes=(\d+)-/.exec(route.request().headers().range ?? '') ?? []
    if (from === undefined) return route.fulfill({ body, headers })
    const range = `bytes ${from}-${body.length - 1}/${body.length}`
    return route.fulfill({
      status: 206,
      body: body.subarray(Number(from)),
      headers: { ...headers, 'accept-ranges': 'bytes', 'content-range': range },
    })
  })
  await harness.open(`media?${new URLSearchParams({ src: '/media/file', type, name })}`)
}

/** Opens the same in a dialog by keyboard. */
async function expand(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: `Expand ${name}` })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  return dialog
}

async function closeAgain(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: `Expand ${name}` })).toBeFocused()
  await dialogsClosed(page)
}

const time = (player: Locator) => player.evaluate((media: HTMLMediaElement) => media.currentTime)
const isPaused = (player: Locator) => player.evaluate((media: HTMLMediaElement) => media.paused)

/** Starts the browser's own player by keyboard. */
async function play(page: Page, player: Locator) {
  await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.readyState)).toBeGreaterThan(0)
  await player.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => time(player)).toBeGreaterThan(0.2)
}

test('a picture is shown, and enlarged in a dialog', { tag: ['@WIDGET-05', '@WIDGET-09'] }, async ({
  page,
  harness,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await harness.open('done')
  await show(page, harness, { body: await drawn(page, 'image'), type: 'image/png' })
  const picture = page.getByRole('img', { name })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  await isSound(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const small = await picture.boundingBox()
  const dialog = await expand(page)
  const large = await dialog.getByRole('img', { name }).boundingBox()
  expect(large?.width ?? 0).toBeGreaterThan((small?.width ?? 0) * 1.3)
  await isSound(page)
  await closeAgain(page)
})

test('a sound is played, and continues from there in a dialog', {
  tag: ['@WIDGET-06', '@WIDGET-09'],
}, async ({ page, harness }) => {
  await show(page, harness, { body: wav(20), type: 'audio/wav' })
  const player = page.locator('main audio')
  await expect(player).toHaveAttribute('controls')
  await play(page, player)
  const dialog = await expand(page)
  expect(await isPaused(player)).toBe(true)
  const large = dialog.locator('audio')
  await expect.poll(() => time(large)).toBeCloseTo(await time(player), 1)
  await play(page, large)
  await closeAgain(page)
})

test('a video is played, on the page and in a dialog', { tag: ['@WIDGET-07', '@WIDGET-09'] }, async ({
  page,
  harness,
}) => {
  await harness.open('done')
  await show(page, harness, { body: await drawn(page, 'video'), type: 'video/webm' })
  const player = page.locator('main video')
  await play(page, player)
  await expect.poll(() => player.evaluate((film: HTMLVideoElement) => film.videoWidth)).toBe(320)
  const dialog = await expand(page)
  expect(await isPaused(player)).toBe(true)
  await expect
    .poll(() => dialog.locator('video').evaluate((film: HTMLVideoElement) => film.videoWidth))
    .toBe(320)
  await closeAgain(page)
})

test('a PDF is shown by the browser’s own viewer, although replies forbid framing', {
  tag: ['@WIDGET-08', '@WIDGET-09'],
}, async ({ page, harness }) => {
  await show(page, harness, { body: pdf('Hello'), type: 'application/pdf' })
  await expect(page.locator('main iframe')).toHaveAttribute('title', name)
  await expect(page.locator('main iframe')).toHaveAttribute('src', /^blob:/)
  // Chromium's PDF viewer is a frame inside ours.
  const viewers = () => page.frames().filter((frame) => frame.url().startsWith('chrome-extension://')).length
  await expect.poll(viewers).toBe(1)
  const dialog = await expand(page)
  await expect(dialog.locator('iframe')).toHaveAttribute('src', /^blob:/)
  await expect.poll(viewers).toBe(2)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('other documents, and PDFs without a viewer, can be opened and downloaded', {
  tag: ['@WIDGET-08', '@WIDGET-09'],
}, async ({ page, harness }) => {
  await show(page, harness, { body: Buffer.from('Dear all'), type: 'text/plain' })
  await expect(page.getByRole('link', { name: `Open ${name}` })).toHaveAttribute('href', '/media/file')
  await isSound(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: `Download ${name}` }).click()
  expect((await saved).suggestedFilename()).toContain(name)
  const dialog = await expand(page)
  await expect(dialog.getByRole('link', { name: `Open ${name}` })).toBeVisible()
  await closeAgain(page)

  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  await page.unroute('**/media/file')
  await show(page, harness, { body: pdf('Hello'), type: 'application/pdf' })
  await expect(page.getByRole('link', { name: `Open ${name}` })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a file that can’t be shown says so, and can still be downloaded', async ({ page, harness }) => {
  await show(page, harness, { body: Buffer.from('no picture'), type: 'image/png' })
  await expect(page.getByText('This file can’t be shown here')).toBeVisible()
  await expect(page.getByRole('link', { name: `Download ${name}` })).toBeVisible()
})

test.describe('a file by its key', () => {
  for (const [title, reply, text] of [
    [
      'an error instead of a link',
      { status: 500, json: { status: 500, error: 'Not today' } },
      'get-signed-url returned an error',
    ],
    [
      'an answer without a link',
      { json: { status: 200, data: { contentType: 'image/png' } } },
      'get-signed-url did not return a url',
    ],
    ['an answer without anything', { json: { status: 200 } }, 'get-signed-url did not return a url'],
  ] as const) {
    test(`${title} is reported, and can be retried`, { tag: ['@FILE-17', '@FILE-18'] }, async ({
      page,
      harness,
      expectErrors,
    }) => {
      await expectErrors(/500/)
      let isWell = false
      const good = { signedUrl: 'http://elsewhere.example/api/s3/file/f?x', contentType: 'image/png' }
      await page.route('**/api/s3/get-signed-url/**', (route) =>
        route.fulfill(isWell ? { json: { status: 200, data: good } } : reply),
      )
      await harness.open('file')
      await expect(page.getByRole('alert')).toHaveText(text)
      isWell = true
      const body = await drawn(page, 'image')
      await page.route('**/api/s3/file/**', (route) => route.fulfill({ body, contentType: 'image/png' }))
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('img', { name: 'Mia' })).toBeVisible()
    })
  }
})
