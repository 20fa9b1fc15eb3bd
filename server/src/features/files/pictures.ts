import { largestPhoto, type PhotoType, photoTexts } from '@tagalong/contract/features/files/files.rules.ts'
import type { Sharp } from 'sharp'
import { Refusal } from '#http/refusal.ts'

/** Pixels of width times height. Above it a small file could fill the memory. */
const mostPixels = 40_000_000
/** Pixels of the longer side. */
const photoSide = 1_024
const avatarSide = 128

/** What photos are shown as, whatever was sent. */
export const shownType = 'image/webp'

/** Only who handles pictures waits for the library, and has it in memory. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // One picture at a time uses one core and keeps nothing; no other reader of the library is ever asked.
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    return sharp
  })
  return loading
}
let loading: Promise<typeof import('sharp')['default']> | undefined

const wrongType = new Refusal(415, photoTexts.wrongType)
const unreadable = new Refusal(400, photoTexts.unreadable)
export const tooLarge = new Refusal(413, photoTexts.tooLarge)
const tooManyPixels = new Refusal(413, photoTexts.tooManyPixels)

export interface Photo {
  photo: Buffer
  avatar: Buffer
}

/** Bytes are read when it is their turn: many uploads at once must not all lie in memory. */
type Read = () => Promise<Buffer>

/** Null where the bytes are one whole picture of that type and can be decoded. */
export function inspectPicture(read: Read, contentType: string): Promise<Refusal | null> {
  return inTurn(async () => {
    const bytes = await read()
    const refused = judged(bytes, contentType) ?? (await refusedPixels(bytes))
    if (refused) return refused
    return decoded(async () => (await whole(bytes)).resize(avatarSide, avatarSide).raw().toBuffer())
  })
}

/**
 * The picture as others may see it: upright, at most 1024 pixels, nothing in it that the camera wrote beside the
 * picture; and a square of 128 pixels.
 */
export function reencode(read: Read, contentType: string): Promise<Photo | Refusal> {
  return inTurn(async () => {
    const bytes = await read()
    const refused = judged(bytes, contentType) ?? (await refusedPixels(bytes))
    if (refused) return refused
    let made: Photo | undefined
    const failed = await decoded(async () => {
      const inside = { fit: 'inside', withoutEnlargement: true } as const
      made = {
        photo: await shown((await whole(bytes)).resize(photoSide, photoSide, inside)),
        avatar: await shown((await whole(bytes)).resize(avatarSide, avatarSide, { fit: 'cover' })),
      }
    })
    return made ?? failed ?? unreadable
  })
}

async function whole(bytes: Buffer): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels, animated: false }).autoOrient()
}

/** Without metadata: the library keeps none unless told. Colours become those of the web. */
function shown(picture: Sharp): Promise<Buffer> {
  return picture.flatten({ background: '#ffffff' }).webp({ quality: 82 }).toBuffer()
}

/** By the bytes themselves; what the sender calls them must agree. */
function judged(bytes: Buffer, contentType: string): Refusal | null {
  if (bytes.length > largestPhoto) return tooLarge
  const type = typeOf(bytes)
  if (!type || type !== contentType) return wrongType
  return endsWithPicture(bytes, type) ? null : unreadable
}

async function refusedPixels(bytes: Buffer): Promise<Refusal | null> {
  let pixels = 0
  const failed = await decoded(async () => {
    const sharp = await loadSharp()
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    pixels = width * height
  })
  return failed ?? (pixels > mostPixels ? tooManyPixels : null)
}

/** The library says in many ways that bytes are no picture; all of them mean the same here. */
async function decoded(read: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await read()
    return null
  } catch {
    return unreadable
  }
}

function typeOf(bytes: Buffer): PhotoType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp'
  return null
}

const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex')

/** False where something else hangs on behind the picture, as in files that are two things at once. */
function endsWithPicture(bytes: Buffer, type: PhotoType): boolean {
  switch (type) {
    case 'image/jpeg':
      return bytes.subarray(-2).equals(Buffer.from([0xff, 0xd9])) && endOfJpeg(bytes) === bytes.length
    case 'image/png':
      return bytes.indexOf(pngEnd) === bytes.length - pngEnd.length
    case 'image/webp':
      return bytes.readUInt32LE(4) + 8 === bytes.length
  }
}

/**
 * Where the first picture in a JPEG ends: its segments say how long they are, and in what follows them a marker is
 * 0xFF and something other than 0 or a restart.
 */
function endOfJpeg(bytes: Buffer): number {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    // Any number of 0xFF may stand before a marker.
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return at + 2
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
    if (marker !== 0xda) continue
    while (at + 1 < bytes.length && !isMarker(bytes[at], bytes[at + 1])) at += 1
  }
  return bytes[at] === 0xff && bytes[at + 1] === 0xd9 ? at + 2 : -1
}

function isMarker(first: number | undefined, second = 0): boolean {
  return first === 0xff && second !== 0 && !(second >= 0xd0 && second <= 0xd7) && second !== 0xff
}

let last: Promise<unknown> = Promise.resolve()

/** One after another: a picture unpacked takes many times its file. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => undefined)
  return turn
}
