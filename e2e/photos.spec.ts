import type { Page } from '@playwright/test'
import { addChild, connect } from './events.ts'
import { answered } from './fixtures.ts'
import { expect, test } from './harness/harness.ts'
import { callAs, childrenOf, type Person, quickFamily, register, visitor } from './people.ts'
import { isSound } from './sound.ts'

const key = (letter: string) => letter.repeat(32)
const signing = '/api/s3/get-signed-post-url/'

interface Drawing {
  name?: string
  type?: 'image/jpeg' | 'image/png' | 'image/webp'
  width?: number
  height?: number
  /** Hard to compress, so that the file gets large. */
  isNoise?: boolean
}

/** Draws a picture in the browser, its left half red, its right half blue. */
async function picture(page: Page, options: Drawing = {}) {
  const { name = 'mia.jpg', type = 'image/jpeg', width = 600, height = 400, isNoise = false } = options
  const drawn = await page.evaluate(
    ({ type, width, height, isNoise }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      context.fillStyle = '#f00'
      context.fillRect(0, 0, width / 2, height)
      context.fillStyle = '#00f'
      context.fillRect(width / 2, 0, width / 2, height)
      if (isNoise) {
        const pixels = context.getImageData(0, 0, width, height)
        for (let at = 0; at < pixels.data.length; at += 1)
          if (at % 4 !== 3) pixels.data[at] = Math.random() * 256
        context.putImageData(pixels, 0, 0)
      }
      return canvas.toDataURL(type, 1).split(',')[1] ?? ''
    },
    { type, width, height, isNoise },
  )
  return { name, mimeType: type, buffer: Buffer.from(drawn, 'base64') }
}

/** Adds what a phone writes: the orientation, as held upright, and the place where it was taken. */
function fromPhone(jpeg: Buffer) {
  const orientation = Buffer.from('4578696600004d4d002a00000008000101120003000000010006000000000000', 'hex')
  const said = Buffer.concat([orientation, Buffer.from('GPS 40.7128 N 74.0060 W')])
  const head = Buffer.from([0xff, 0xe1, 0, said.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, said, jpeg.subarray(2)])
}

/** Returns a picture's size and some of its colours, as decoded by the browser; points in percent. */
function seen(page: Page, bytes: Buffer, type: string, points: readonly (readonly [number, number])[]) {
  return page.evaluate(
    async ({ data, type, points }) => {
      const all = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([all], { type }))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(bitmap, 0, 0)
      const colours = points.map(([x, y]) => {
        const [red = 0, , blue = 0] = context.getImageData(
          (bitmap.width * x) / 100,
          (bitmap.height * y) / 100,
          1,
          1,
        ).data
        return red > blue ? 'red' : 'blue'
      })
      return { width: bitmap.width, height: bitmap.height, colours }
    },
    { data: bytes.toString('base64'), type, points },
  )
}

const chooser = (page: Page) => page.locator('input[type=file]').first()
const crop = (page: Page) => page.getByRole('dialog', { name: 'Crop photo' })

async function pick(page: Page, file: Awaited<ReturnType<typeof picture>>) {
  await chooser(page).setInputFiles(file)
  await expect(crop(page)).toBeVisible()
  await expect(crop(page).getByRole('button', { name: 'Use photo' })).toBeEnabled()
}

async function pickAndUse(page: Page, file: Awaited<ReturnType<typeof picture>>) {
  await pick(page, file)
  await crop(page).getByRole('button', { name: 'Use photo' }).click()
}

interface Put {
  path: string
  type: string | undefined
  bytes: Buffer
}

/**
 * Delays the response to an upload by two frames: a busy machine would otherwise draw it together with the last step.
 */
function answerAfterDrawing(): void {
  Object.defineProperty(XMLHttpRequest.prototype, 'onload', {
    set(this: XMLHttpRequest, handle: () => void) {
      this.addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(handle)))
    },
  })
}

for (const hasTouch of [true, false]) {
  test.describe(hasTouch ? 'on a phone' : 'with a mouse', () => {
    test.use({ hasTouch, isMobile: hasTouch })
    test('the hint of the crop dialog fits the device: fingers, or mouse and keys', {
      tag: ['@CONST-37'],
    }, async ({ page, harness }) => {
      await harness.open('photo')
      await pick(page, await picture(page, { name: 'a.png', type: 'image/png' }))
      const hint = crop(page).locator('.hint')
      await expect(hint).toHaveText(
        hasTouch
          ? 'Move the photo with a finger. Pinch it with two to zoom.'
          : 'Drag the photo with the mouse, or use the arrow keys, to move it. Scroll, or press + and −, to zoom.',
      )
    })
  })
}

test.describe('the photo field', () => {
  /** Signs links to another host; uploads to them get the given answers. */
  async function stub(page: Page, answers: object[] = []) {
    const puts: Put[] = []
    const signed: string[] = []
    await page.route('**/api/s3/get-signed-post-url/**', (route) => {
      signed.push(new URL(route.request().url()).pathname)
      const data = {
        signedPostUrl: 'http://elsewhere.example/api/s3/file/put?until=1&type=x',
        fileKey: key('n'),
      }
      return route.fulfill({ json: { status: 200, data } })
    })
    await page.route('**/api/s3/file/put?**', async (route) => {
      const request = route.request()
      const bytes = request.postDataBuffer() ?? Buffer.alloc(0)
      const { pathname, search } = new URL(request.url())
      puts.push({
        path: `${request.method()} ${pathname}${search}`,
        type: request.headers()['content-type'],
        bytes,
      })
      await route.fulfill(answers.shift() ?? { json: { status: 200, data: {} } })
    })
    return { puts, signed }
  }

  test('a picture is cropped, uploaded to the signed link, and identified by its file key', {
    tag: ['@CONST-37', '@CONST-36', '@FILE-02', '@FILE-03', '@FILE-04', '@FILE-06', '@FILE-08', '@API-050'],
  }, async ({ page, harness }) => {
    const { puts, signed } = await stub(page)
    await harness.open('photo')
    const before = new Date().toISOString()
    await expect(page.getByRole('button', { name: "Add Child's Photo" })).toBeVisible()
    await pickAndUse(page, await picture(page, { name: 'a b.png', type: 'image/png' }))
    await expect(page.locator('output')).toHaveText(key('n'))
    await expect(page.getByText('Ready', { exact: true })).toBeVisible()

    const [path = ''] = signed
    expect(path).toMatch(/^\/api\/s3\/get-signed-post-url\/a%20b\.png%20[^/]*\/image%2Fpng$/)
    const [label = ''] = path.slice(signing.length).split('/')
    const [, time = ''] = /^a b\.png (.+)$/.exec(decodeURIComponent(label)) ?? []
    expect(new Date(time).toISOString()).toBe(time)
    expect(time >= before).toBe(true)
    expect(key('n')).not.toContain('a b')

    // The link names another host: only path and query are used.
    expect(puts.map((each) => each.path)).toEqual(['PUT /api/s3/file/put?until=1&type=x'])
    expect(puts[0]?.type).toBe('image/png')
    const { width, height, colours } = await seen(page, puts[0]?.bytes ?? Buffer.alloc(0), 'image/png', [
      [10, 50],
      [90, 50],
    ])
    expect([width, height, colours]).toEqual([400, 400, ['red', 'blue']])

    // Shown at once, though the server doesn't serve it to anyone yet.
    await expect(page.locator('.photocircle img')).toHaveAttribute('src', /^data:image\//)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await expect(page.locator('output')).toHaveText('')
    await expect(page.getByRole('button', { name: "Add Child's Photo" })).toBeFocused()
  })

  test('the camera’s metadata is removed, the orientation respected, and a large picture scaled down', {
    tag: ['@FILE-06'],
  }, async ({ page, harness }) => {
    const { puts } = await stub(page)
    await harness.open('photo')
    const jpeg = await picture(page, { name: 'IMG_1.JPG', width: 3000, height: 2400 })
    await pickAndUse(page, { ...jpeg, buffer: fromPhone(jpeg.buffer) })
    await expect(page.locator('output')).toHaveText(key('n'))
    const [{ bytes, type } = { bytes: Buffer.alloc(0), type: '' }] = puts
    expect(type).toBe('image/jpeg')
    expect(bytes.includes('Exif')).toBe(false)
    expect(bytes.includes('GPS')).toBe(false)
    const shown = await seen(page, bytes, 'image/jpeg', [
      [50, 10],
      [50, 90],
    ])
    expect(shown).toEqual({ width: 2048, height: 2048, colours: ['red', 'blue'] })
  })

  test('the part is chosen by keyboard, slider and dragging', async ({ page, harness }) => {
    const { puts } = await stub(page)
    await harness.open('photo')
    const file = await picture(page, { width: 1200, height: 400 })
    page.once('filechooser', (asked) => void asked.setFiles(file))
    await page.getByRole('button', { name: "Add Child's Photo" }).focus()
    await page.keyboard.press('Enter')
    const part = crop(page).getByRole('application', { name: 'Part of the photo' })
    await expect(part).toBeVisible()
    await isSound(page)
    await part.focus()
    // Far to the right, so that the square shows only what was left of the middle.
    for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect(crop(page).getByRole('slider', { name: 'Zoom' })).toHaveValue('1.4')
    await page.keyboard.press('-')
    await expect(crop(page).getByRole('slider', { name: 'Zoom' })).toHaveValue('1.2')
    await crop(page).getByRole('button', { name: 'Use photo' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('output')).toHaveText(key('n'))
    await expect(page.getByRole('button', { name: 'Replace photo' })).toBeFocused()
    const points = [
      [5, 50],
      [95, 50],
    ] as const
    const byKeys = await seen(page, puts[0]?.bytes ?? Buffer.alloc(0), 'image/jpeg', points)
    expect(byKeys.colours).toEqual(['red', 'red'])
    expect(byKeys.width).toBe(byKeys.height)
    expect(byKeys.width).toBeLessThan(400)

    await pick(page, file)
    const box = await part.boundingBox()
    const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x - 700, middle.y, { steps: 8 })
    await page.mouse.up()
    await crop(page).getByRole('slider', { name: 'Zoom' }).fill('2')
    await crop(page).getByRole('button', { name: 'Use photo' }).click()
    await expect.poll(() => puts.length).toBe(2)
    const byMouse = await seen(page, puts[1]?.bytes ?? Buffer.alloc(0), 'image/jpeg', points)
    expect(byMouse.colours).toEqual(['blue', 'blue'])
    expect(byMouse.width).toBe(200)
  })

  test('a failed upload says why, is logged, and succeeds when retried', {
    tag: ['@FILE-13', '@FILE-14'],
  }, async ({ page, harness, expectErrors }) => {
    await expectErrors(/409|The upload failed/)
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text())
    })
    const sentTwice = 'This file was already sent. Please choose the photo again.'
    const { puts, signed } = await stub(page, [{ status: 409, json: { status: 409, error: sentTwice } }])
    await harness.open('photo')
    await pickAndUse(page, await picture(page))
    await expect(page.getByRole('alert')).toHaveText(sentTwice)
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toHaveAccessibleDescription(sentTwice)
    await expect(retry).toBeFocused()
    await expect(page.locator('output')).toHaveText('')
    await expect(page.getByText('Ready', { exact: true })).toBeVisible()
    await isSound(page)
    expect(logged.some((text) => text.includes('The upload failed') && text.includes(sentTwice))).toBe(true)
    await retry.click()
    await expect(page.locator('output')).toHaveText(key('n'))
    await expect(page.getByRole('alert')).toBeHidden()
    // Each link is valid for one file.
    expect(signed).toHaveLength(2)
    expect(puts[1]?.bytes.equals(puts[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  test('a refusal by the store is shown in our own words', { tag: ['@FILE-13', '@TIME-87'] }, async ({
    page,
    harness,
    expectErrors,
  }) => {
    await expectErrors(/403|The upload failed/)
    await stub(page, [{ status: 403, contentType: 'application/xml', body: '<Code>AccessDenied</Code>' }])
    await harness.open('photo')
    await pickAndUse(page, await picture(page))
    await expect(page.getByRole('alert')).toHaveText('Something went wrong...')
  })

  for (const [title, reply, text] of [
    [
      'an error instead of a link',
      { status: 500, json: { status: 500, error: 'Not today' } },
      'get-signed-post-url returned an error',
    ],
    [
      'an answer without a link',
      { json: { status: 200, data: {} } },
      'get-signed-post-url did not return a url',
    ],
    ['an answer without anything', { json: { status: 200 } }, 'get-signed-post-url did not return a url'],
  ] as const) {
    test(`${title} is reported`, { tag: ['@FILE-15', '@FILE-16'] }, async ({
      page,
      harness,
      expectErrors,
    }) => {
      await expectErrors(/500|The upload failed/)
      await page.route('**/api/s3/get-signed-post-url/**', (route) => route.fulfill(reply))
      await harness.open('photo')
      await pickAndUse(page, await picture(page))
      await expect(page.getByRole('alert')).toHaveText(text)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('button', { name: "Add Child's Photo" })).toBeFocused()
      await expect(page.getByRole('alert')).toBeHidden()
    })
  }

  test('a file that is broken or not a picture is refused before anything is sent', async ({
    page,
    harness,
  }) => {
    await harness.open('photo')
    await expect(chooser(page)).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp')
    for (const [file, text] of [
      [
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') },
        'Please choose a JPEG, PNG or WebP picture',
      ],
      [
        { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('hi') },
        'This picture can’t be read. Please choose another one.',
      ],
    ] as const) {
      await chooser(page).setInputFiles(file)
      await expect(page.getByRole('alert')).toHaveText(text)
      await expect(page.getByText('Ready', { exact: true })).toBeVisible()
    }
    expect(harness.calls).toEqual([])
    // The next file is accepted.
    await pick(page, await picture(page))
    await page.keyboard.press('Escape')
    await expect(crop(page)).toBeHidden()
    await expect(page.getByRole('button', { name: "Add Child's Photo" })).toBeFocused()
    await expect(page.locator('output')).toHaveText('')
  })
})

test.describe('shown photos', () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const hour = 3_600_000
  const entries = (page: Page) =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([name]) => name.startsWith('signed-view:'))
        .map(([name, value]) => ({ name, ...JSON.parse(value) })),
    )

  /** Signs every key; a link works while `isAlive` returns true for it. */
  async function stub(page: Page, isAlive: (link: string) => boolean = () => true) {
    const asked: string[] = []
    const fetched: string[] = []
    const inFlight = { now: 0, most: 0 }
    let turn = 0
    await page.route('**/api/s3/get-signed-url/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      asked.push(pathname + search)
      inFlight.now += 1
      inFlight.most = Math.max(inFlight.most, inFlight.now)
      turn += 1
      const signedUrl = `http://elsewhere.example/api/s3/file/${pathname.split('/').at(-1)}?turn=${turn}`
      // Long enough for concurrent requests to overlap.
      await new Promise((done) => setTimeout(done, 50))
      inFlight.now -= 1
      await route.fulfill({ json: { status: 200, data: { signedUrl, contentType: 'image/png' } } })
    })
    await page.route('**/api/s3/file/**', (route) => {
      const { pathname, search } = new URL(route.request().url())
      fetched.push(pathname + search)
      return isAlive(pathname + search)
        ? route.fulfill({ body: pixel, contentType: 'image/png' })
        : route.fulfill({ status: 404, json: { status: 404, error: 'Not found' } })
    })
    return { asked, fetched, inFlight }
  }

  test('links are stored by key with their time, and used for twelve hours', {
    tag: ['@FILE-01', '@FILE-09', '@FILE-11', '@FILE-12', '@CONST-01'],
  }, async ({ page, harness }) => {
    const { asked, fetched } = await stub(page)
    await page.clock.install({ time: new Date('2026-03-07T08:00:00Z') })
    const faces = `faces?photo=${key('a')}&photo=${key('b')}`
    await harness.open(faces)
    await expect(page.locator('.avatar__photo--here')).toHaveCount(2)
    expect(asked.toSorted()).toEqual(
      [key('a'), key('b')].map((each) => `/api/s3/get-signed-url/${each}?size=avatar`),
    )
    expect(fetched.every((path) => path.startsWith('/api/s3/file/'))).toBe(true)
    const kept = await entries(page)
    expect(kept).toHaveLength(2)
    for (const { name, signedUrl, contentType, timestamp } of kept) {
      expect(name).toMatch(/:(a{32}|b{32}):avatar$/)
      expect(signedUrl).toMatch(/^http:\/\/elsewhere\.example\/api\/s3\/file\//)
      expect(contentType).toBe('image/png')
      expect(new Date(timestamp).toISOString()).toMatch(/^2026-03-07T08:00:/)
    }

    await page.clock.setSystemTime(new Date('2026-03-07T19:59:00Z'))
    await harness.open(faces)
    await expect(page.locator('.avatar__photo--here')).toHaveCount(2)
    expect(asked).toHaveLength(2)
    await page.clock.setSystemTime(new Date('2026-03-07T20:01:30Z'))
    await harness.open(faces)
    await expect(page.locator('.avatar__photo--here')).toHaveCount(2)
    expect(asked).toHaveLength(4)
    const renewed = await entries(page)
    expect(renewed).toHaveLength(2)
    expect(
      Math.min(...renewed.map(({ timestamp }) => timestamp)) -
        Math.max(...kept.map(({ timestamp }) => timestamp)),
    ).toBeGreaterThan(12 * hour)
  })

  test('a larger picture has its own link, at most four are requested at a time, and each key once', {
    tag: ['@FILE-11', '@FILE-09'],
  }, async ({ page, harness }) => {
    const { asked, inFlight } = await stub(page)
    const many = [...'abcdefghijklmnop'].map((letter) => `photo=${key(letter)}`)
    await harness.open(`faces?${many.join('&')}`)
    await expect(page.locator('.avatar__photo--here')).toHaveCount(16)
    expect(asked).toHaveLength(16)
    expect(inFlight.most).toBeLessThanOrEqual(4)
    await harness.open(`faces?photo=${key('a')}&large`)
    await expect(page.locator('.avatar__photo--here')).toHaveCount(1)
    expect(asked.at(-1)).toBe(`/api/s3/get-signed-url/${key('a')}`)
    await harness.open('same-faces')
    await expect(page.locator('.avatar__photo--here')).toHaveCount(3)
    expect(asked.filter((path) => path.includes(key('z')))).toHaveLength(1)
  })

  test('a dead link is requested once more; then the drawn face is shown in the same place', {
    tag: ['@FILE-09'],
  }, async ({ page, harness, expectErrors }) => {
    await expectErrors(/404/)
    let alive = /turn=1$/
    const { asked } = await stub(page, (link) => alive.test(link))
    await harness.open(`faces?photo=${key('a')}`)
    await expect(page.locator('.avatar__photo--here')).toHaveCount(1)
    const before = await page.locator('.avatar').boundingBox()
    alive = /turn=2$/
    await harness.open(`faces?photo=${key('a')}`)
    await expect(page.locator('.avatar__photo--here')).toHaveCount(1)
    expect(asked).toHaveLength(2)
    alive = /never/
    await harness.open(`faces?photo=${key('a')}`)
    await expect.poll(() => asked.length).toBe(3)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('.avatar__photo--here')).toHaveCount(0)
    await expect(page.locator('.avatar svg')).toBeVisible()
    expect(asked).toHaveLength(3)
    expect(await page.locator('.avatar').boundingBox()).toEqual(before)
  })
})

test.describe('on the real server', () => {
  test('a photo is uploaded while the form is filled in', {
    tag: ['@CHILD-06', '@CONST-37', '@FILE-05', '@FILE-10', '@FILE-07', '@API-009'],
  }, async ({ browser }) => {
    const anna = await visitor(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    await register(anna)
    await page.getByRole('button', { name: /Add a child/i }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a child' })
    await expect(dialog.getByRole('button', { name: "Add Child's Photo" })).toBeVisible()
    const file = await picture(page, { width: 800, height: 800, isNoise: true })
    const line = await page.context().newCDPSession(page)
    const speed = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    // Slow until the other fields are filled and progress is seen.
    await speed(40_000)
    await page.evaluate(answerAfterDrawing)
    await pickAndUse(page, file)
    const ring = dialog.getByRole('progressbar', { name: 'Uploading photo' })
    await expect(ring).toBeVisible()
    await ring.evaluate((bar) => {
      const shown = [bar.getAttribute('aria-valuenow')]
      Object.assign(window, { shown })
      new MutationObserver(() => shown.push(bar.getAttribute('aria-valuenow'))).observe(bar, {
        attributes: true,
      })
    })
    // Nothing can be saved meanwhile, but other fields can be filled in.
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByLabel('First Name').fill(anna.child)
    await dialog.getByLabel('Last Initial').fill('E')
    const steps = async () =>
      (await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).map(Number)
    await expect.poll(async () => (await steps()).length).toBeGreaterThan(3)
    await speed(-1)
    await expect(ring).toBeHidden({ timeout: 30_000 })
    const shown = await steps()
    expect(shown.at(-1)).toBe(100)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    await expect(dialog.getByLabel('First Name')).toHaveValue(anna.child)
    await expect(dialog.locator('.photocircle img')).toHaveAttribute('src', /^data:/)

    // The draft keeps it.
    await page.reload()
    await page.getByRole('button', { name: /Add a child/i }).click()
    await expect(dialog.locator('.photocircle img')).toHaveAttribute('src', /^data:/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('.kid img')).toHaveAttribute('src', /^data:/)
    await finish(anna)

    await page.goto('/profile')
    const mine = page.locator('.kid img')
    await expect(mine).toHaveClass(/--here/)
    await expect(mine).toHaveAttribute('src', /^\/api\/s3\/file\//)
    const child = await onlyChild(anna)
    expect(child.photo).toMatch(/^[\w-]{32}$/)
    const signed = await callAs(anna, 'GET', `/api/s3/get-signed-url/${child.photo}`)
    expect(signed.body.data.contentType).toBe('image/webp')
    const bytes = await anna.context.request.get(signed.body.data.signedUrl)
    expect(bytes.headers()['content-type']).toBe('image/webp')
  })

  test('friends see a photo until they are removed', { tag: ['@FILE-10'] }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
    await connect(anna, ben)
    await anna.page.goto(`/edit-child/${(await onlyChild(anna))._id}`)
    await pickAndUse(anna.page, await picture(anna.page))
    await expect(anna.page.getByRole('button', { name: 'Replace photo' })).toBeVisible()
    await anna.page.getByRole('button', { name: 'Save' }).click()
    await expect(anna.page).toHaveURL('/profile')
    await ben.page.goto('/connections')
    await expect(ben.page.locator('.friend__children img')).toHaveClass(/--here/)
    const views = () =>
      ben.page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('signed-view:')))
    expect(await views()).toHaveLength(1)

    // Entries of another user of this device, and expired ones, are removed when a user is signed in.
    await ben.page.evaluate(() => {
      const [name = ''] = Object.keys(localStorage).filter((each) => each.startsWith('signed-view:'))
      const entry = localStorage.getItem(name) ?? ''
      localStorage.setItem(name.replace(/:[0-9a-f-]{36}:/, `:${crypto.randomUUID()}:`), entry)
      localStorage.setItem(
        name.replace(/:avatar$/, ':photo'),
        JSON.stringify({ ...JSON.parse(entry), timestamp: 0 }),
      )
    })
    expect(await views()).toHaveLength(3)
    await ben.page.reload()
    await expect(ben.page.locator('.friend__children img')).toHaveClass(/--here/)
    expect(await views()).toHaveLength(1)

    // No longer friends: the link that he still has stops working.
    const list = await callAs(anna, 'GET', '/api/app/connection')
    const link = await ben.page.locator('.friend__children img').getAttribute('src')
    await anna.page.goto('/connections')
    await anna.page.getByRole('button', { name: `Remove ${ben.name} Example` }).click()
    await anna.page.getByRole('button', { name: 'Confirm' }).click()
    await expect
      .poll(async () => (await callAs(anna, 'GET', '/api/app/connection')).body.data.length)
      .toBe(list.body.data.length - 1)
    await expect(ben.page.locator('.friend__children img')).toHaveCount(0)
    expect((await ben.context.request.get(link ?? '')).status()).toBe(404)

    await ben.page.goto('/logout')
    await expect(ben.page).toHaveURL('/login')
    expect(await views()).toEqual([])
  })

  test('a photo is added and removed; cancelling an upload keeps the old one', {
    tag: ['@CHILD-06'],
  }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    const { _id } = await onlyChild(anna)
    await page.goto(`/edit-child/${_id}`)
    await pickAndUse(page, await picture(page, { name: 'Mia 林 ‮gpj.jpeg', width: 640, height: 480 }))
    await expect(page.getByRole('button', { name: 'Replace photo' })).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.locator('.kid img')).toHaveClass(/--here/)
    const first = (await onlyChild(anna)).photo
    expect(first).toMatch(/^[\w-]{32}$/)

    // Another upload hangs, and is cancelled.
    await page.goto(`/edit-child/${_id}`)
    await expect(page.locator('.photocircle img')).toHaveClass(/--here/)
    await isSound(page)
    await page.route('**/api/s3/file/**', async (route) => {
      if (route.request().method() === 'PUT') await new Promise((done) => page.once('requestfailed', done))
      else await route.fallback()
    })
    await pickAndUse(page, await picture(page))
    await expect(page.getByRole('progressbar', { name: 'Uploading photo' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(page.getByRole('button', { name: 'Replace photo' })).toBeFocused()
    await expect(page.locator('.photocircle img')).toHaveClass(/--here/)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL('/profile')
    expect((await onlyChild(anna)).photo).toBe(first)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.goto(`/edit-child/${_id}`)
    // A request still underway would arrive after the photo is removed.
    await expect(page.locator('.photocircle img')).toHaveClass(/--here/)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.locator('.kid img')).toHaveCount(0)
    await expect(page.locator('.kid .avatar svg')).toBeVisible()
    expect((await onlyChild(anna)).photo).toBeNull()
  })

  test('an upload that the server doesn’t know when it is saved is reported at the field', {
    tag: ['@CHILD-06'],
  }, async ({ browser, expectErrors }) => {
    await expectErrors(/400/)
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    const { _id } = await onlyChild(anna)
    await page.goto(`/edit-child/${_id}`)
    await pickAndUse(page, await picture(page))
    await expect(page.getByRole('button', { name: 'Replace photo' })).toBeVisible()
    await page.route(`**/api/app/child/${_id}`, async (route) => {
      const { photo: _, ...rest } = route.request().postDataJSON() ?? {}
      if (route.request().method() === 'POST')
        await route.continue({ postData: { ...rest, photo: key('x') } })
      else await route.continue()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    const field = page.getByRole('button', { name: 'Replace photo' })
    await expect(field).toHaveAccessibleDescription('Please choose the photo again')
    await expect(field).toBeFocused()
  })

  test('a failed upload on a child’s page says why, is logged, and succeeds when retried', {
    tag: [
      '@FILE-02',
      '@FILE-03',
      '@FILE-04',
      '@FILE-06',
      '@FILE-08',
      '@FILE-13',
      '@FILE-14',
      '@FILE-15',
      '@FILE-16',
      '@CONST-36',
      '@API-050',
    ],
  }, async ({ browser, expectErrors }) => {
    await expectErrors(/500|409|The upload failed/)
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text())
    })
    const paths: string[] = []
    const keys: string[] = []
    const noLink = [
      { status: 500, json: { status: 500, error: 'Not today' } },
      { json: { status: 200, data: {} } },
    ]
    await page.route('**/api/s3/get-signed-post-url/**', async (route) => {
      paths.push(new URL(route.request().url()).pathname)
      const reply = noLink.shift()
      if (reply) return route.fulfill(reply)
      const response = await route.fetch()
      keys.push((await response.json()).data.fileKey)
      return route.fulfill({ response })
    })
    const sentTwice = 'This file was already sent. Please choose the photo again.'
    const refused = [{ status: 409, json: { status: 409, error: sentTwice } }]
    const types: (string | undefined)[] = []
    await page.route('**/api/s3/file/**', (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      types.push(route.request().headers()['content-type'])
      const reply = refused.shift()
      return reply ? route.fulfill(reply) : route.continue()
    })

    const { _id } = await onlyChild(anna)
    await page.goto(`/edit-child/${_id}`)
    const before = new Date().toISOString()
    await pickAndUse(page, await picture(page, { name: 'a b.png', type: 'image/png' }))
    for (const text of [
      'get-signed-post-url returned an error',
      'get-signed-post-url did not return a url',
      sentTwice,
    ]) {
      await expect(page.getByRole('alert')).toHaveText(text)
      await expect
        .poll(() => logged.some((line) => line.includes('The upload failed') && line.includes(text)))
        .toBe(true)
      await page.getByRole('button', { name: 'Retry' }).click()
    }
    await expect(page.getByRole('button', { name: 'Replace photo' })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
    expect(types).toEqual(['image/png', 'image/png'])
    expect(paths).toHaveLength(4)
    for (const path of paths) {
      const [, label = ''] =
        /^\/api\/s3\/get-signed-post-url\/(a%20b\.png%20[^/]*)\/image%2Fpng$/.exec(path) ?? []
      const time = decodeURIComponent(label).slice('a b.png '.length)
      expect(new Date(time).toISOString()).toBe(time)
      expect(time >= before).toBe(true)
    }
    const saved = answered(page, (request) => request.method() === 'POST' && request.url().endsWith(_id))
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await saved).postDataJSON().photo).toBe(keys.at(-1))
    await expect(page).toHaveURL('/profile')
    expect((await onlyChild(anna)).photo).toMatch(/^[\w-]{32}$/)
  })

  test('links to the photos on a profile are stored by key with their time, and used for twelve hours', {
    tag: ['@FILE-01', '@FILE-09', '@FILE-11', '@FILE-12', '@CONST-01'],
  }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    await addChild(anna, 'Leo')
    for (const { _id } of await childrenOf(anna)) {
      await page.goto(`/edit-child/${_id}`)
      await pickAndUse(page, await picture(page))
      await expect(page.getByRole('button', { name: 'Replace photo' })).toBeVisible()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page).toHaveURL('/profile')
    }
    const shown = page.locator('.kid img.avatar__photo--here')
    await expect(shown).toHaveCount(2)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/s3/get-signed-url/')) asked.push(pathname)
    })
    const photos = (await childrenOf(anna)).map(({ photo }: { photo: string }) => photo).toSorted()
    /** Makes the stored links older, reloads the page, and returns the paths that it requests. */
    const requestedAfter = async (minutes: number) => {
      asked.length = 0
      const keys = await page.evaluate((age) => {
        const names = Object.keys(localStorage).filter((name) => name.startsWith('signed-view:'))
        for (const name of names) {
          const entry = JSON.parse(localStorage.getItem(name) ?? '')
          localStorage.setItem(name, JSON.stringify({ ...entry, timestamp: entry.timestamp - age }))
        }
        return names.map((name) => name.split(':').at(-2) ?? '')
      }, minutes * 60_000)
      expect(keys.toSorted()).toEqual(photos)
      await page.reload()
      await expect(shown).toHaveCount(2)
      return asked.toSorted()
    }
    expect(await requestedAfter(11 * 60 + 55)).toEqual([])
    expect(await requestedAfter(6)).toEqual(photos.map((photo: string) => `/api/s3/get-signed-url/${photo}`))
  })
})

async function onlyChild(person: Person): Promise<{ _id: string; photo: string | null }> {
  const children = await childrenOf(person)
  expect(children).toHaveLength(1)
  return children[0]
}

/** Finishes onboarding after the child was added. */
async function finish({ page, name, phone }: Person) {
  await page.getByLabel('First Name').fill(name)
  await page.getByLabel('Last Name').fill('Example')
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Zip Code').fill('94601')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
}
