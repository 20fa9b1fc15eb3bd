import { m } from '@tagalong/contract/messages.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { whilePicturesAreKilled } from '#test/killed-pictures.ts'
import { pictureProcesses } from './picture-processes.ts'
import { inspectPicture, reencode } from './pictures.ts'

let plain: Buffer
let progressive: Buffer
beforeAll(async () => {
  const picture = sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#4cad6b' } })
  plain = await picture.clone().jpeg().toBuffer()
  progressive = await picture.clone().jpeg({ progressive: true }).toBuffer()
})

const isMarker = (jpeg: Buffer, at: number) => jpeg[at] === 0xff && jpeg[at + 1] !== 0

/** Returns each scan, from its header to the next marker, with the tables right before it. */
function scansOf(jpeg: Buffer): { tables: Buffer; scan: Buffer }[] {
  const found: { tables: Buffer; scan: Buffer }[] = []
  let before = jpeg.indexOf('ffc4', 0, 'hex')
  for (let at = jpeg.indexOf('ffda', before, 'hex'); at >= 0; at = jpeg.indexOf('ffda', before, 'hex')) {
    let end = at + 2 + jpeg.readUInt16BE(at + 2)
    while (!isMarker(jpeg, end)) end += 1
    found.push({ tables: jpeg.subarray(before, at), scan: jpeg.subarray(at, end) })
    before = end
  }
  return found
}

/**
 * Makes the same picture with that many scans, in a valid order: after those of the plain colour, one for each bit of
 * each further frequency. In a picture of one colour these all hold the same: nothing, to the end of the picture.
 */
function withScans(count: number): Buffer {
  const [colour, ...others] = scansOf(progressive)
  const empty = others.find(({ scan }) => scan[4] === 1 && scan[7] === 6)
  if (!colour || !empty) throw new Error('The encoder makes other scans now.')
  const scans: Buffer[] = []
  for (let frequency = 1; frequency < 64; frequency += 1) {
    for (let bit = 13; bit >= 0; bit -= 1) {
      const scan = Buffer.from(empty.scan)
      const known = bit === 13 ? 0 : bit + 1
      scan.set([frequency, frequency, (known << 4) | bit], 7)
      scans.push(scan)
    }
  }
  return Buffer.concat([
    progressive.subarray(0, progressive.indexOf('ffc4', 0, 'hex')),
    colour.tables,
    colour.scan,
    empty.tables,
    ...scans.slice(0, count - 1),
    Buffer.from('ffd9', 'hex'),
  ])
}

const isFine = async (bytes: Buffer) =>
  (await inspectPicture(async () => bytes, 'image/jpeg'))?.error ?? 'fine'

test('a JPEG of fifty scans is accepted; one with more is refused, however small it is', async () => {
  expect(scansOf(withScans(50))).toHaveLength(50)
  expect(await isFine(withScans(50))).toBe('fine')
  expect(await isFine(withScans(51))).toBe(m.prompt_photo_unreadable())
  const many = withScans(800)
  expect(scansOf(many)).toHaveLength(800)
  expect(many.length).toBeLessThan(20_000)
  // The library itself accepts it.
  const processes = pictureProcesses()
  expect(await processes.run(async () => ({ make: false, bytes: many }))).toEqual({ is: 'whole' })
  expect(await isFine(many)).toBe(m.prompt_photo_unreadable())
  const made = await reencode(async () => many, 'image/jpeg')
  expect(made).toMatchObject({ status: 400, error: m.prompt_photo_unreadable() })
})

test('a picture that takes too long counts as unreadable', async () => {
  const processes = pictureProcesses(1)
  const task = async () => ({ make: true, bytes: plain })
  expect(await processes.run(task)).toEqual({ is: 'unreadable' })
  expect(await processes.run(task)).toEqual({ is: 'unreadable' })
  expect(await pictureProcesses().run(task)).toMatchObject({ is: 'made' })
})

test('a killed process gives 503 and no verdict on its picture; the next process reads it', async () => {
  const processes = pictureProcesses()
  const run = () => processes.run(async () => ({ make: false, bytes: plain }))
  for (let round = 0; round < 3; round += 1) {
    await expect(whilePicturesAreKilled(run)).rejects.toMatchObject({ statusCode: 503, cause: 'SIGKILL' })
  }
  expect(await run()).toEqual({ is: 'whole' })
})

test('a system that can’t start processes gives 503 and no verdict, and the app keeps running', async () => {
  const uncaught: unknown[] = []
  const onUncaught = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', onUncaught)
  const { execPath } = process
  const processes = pictureProcesses()
  const run = () => processes.run(async () => ({ make: false, bytes: plain }))
  try {
    process.execPath = '/nowhere/node'
    await expect(run()).rejects.toMatchObject({ statusCode: 503 })
  } finally {
    process.execPath = execPath
  }
  expect(await run()).toEqual({ is: 'whole' })
  process.off('uncaughtException', onUncaught)
  expect(uncaught).toEqual([])
})

test('a process that was ended for idleness gets no other picture', async () => {
  const restMs = 20
  const processes = pictureProcesses(20_000, restMs)
  const run = () => processes.run(async () => ({ make: false, bytes: plain }))
  for (let round = 0; round < 5; round += 1) {
    expect(await run()).toEqual({ is: 'whole' })
    // Until right after its timer.
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
})

test('two pictures are read at once, so that a stuck one doesn’t hold up the others', async () => {
  const processes = pictureProcesses(20_000)
  const { promise: gate, resolve: go } = Promise.withResolvers<void>()
  // Its bytes don't arrive before the others are done.
  const stuck = processes.run(async () => {
    await gate
    return { make: false, bytes: plain }
  })
  const others = [1, 2, 3, 4].map(() => processes.run(async () => ({ make: false, bytes: plain })))
  expect(await Promise.all(others)).toEqual(others.map(() => ({ is: 'whole' })))
  go()
  expect(await stuck).toEqual({ is: 'whole' })
})

test('no more than two pictures are read at once', async () => {
  const processes = pictureProcesses()
  let now = 0
  let max = 0
  const each = async () => {
    now += 1
    max = Math.max(max, now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    return { make: false, bytes: plain }
  }
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => processes.run(each)))
  expect(max).toBe(2)
})

test('bytes that are no picture are unreadable, and the next picture is read', async () => {
  const processes = pictureProcesses()
  const run = (bytes: Buffer) => processes.run(async () => ({ make: false, bytes }))
  expect(await run(Buffer.from('no picture'))).toEqual({ is: 'unreadable' })
  expect(await run(plain)).toEqual({ is: 'whole' })
})
