import { largestPhoto, type PhotoType } from '@tagalong/contract/features/files/files.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Refusal } from '#http/refusal.ts'
import { type PictureOutcome, pictureProcesses } from './picture-processes.ts'

/** The type in which photos are shown, whatever was sent. */
export const shownType = 'image/webp'

const wrongType = new Refusal(415, m.prompt_photo_wrong_type)
const unreadable = new Refusal(400, m.prompt_photo_unreadable)
export const tooLarge = new Refusal(413, m.prompt_photo_too_large)
const tooManyPixels = new Refusal(413, m.prompt_photo_too_many_pixels)

export interface Photo {
  photo: Buffer
  avatar: Buffer
}

/** Reads the bytes only when it is their turn: many uploads at once must not all be in memory. */
type Read = () => Promise<Buffer>

/** Null if the bytes are one whole picture of that type and can be decoded. */
export async function inspectPicture(read: Read, contentType: string): Promise<Refusal | null> {
  const found = await readThrough(read, contentType, false)
  return found instanceof Refusal ? found : null
}

/**
 * Returns the picture as others may see it: upright, at most 1024 pixels, without the camera's metadata; and a square
 * of 128 pixels.
 */
export async function reencode(read: Read, contentType: string): Promise<Photo | Refusal> {
  const found = await readThrough(read, contentType, true)
  if (found instanceof Refusal) return found
  if (found.is !== 'made') return unreadable
  return { photo: Buffer.from(found.photo), avatar: Buffer.from(found.avatar) }
}

async function readThrough(
  read: Read,
  contentType: string,
  make: boolean,
): Promise<Refusal | PictureOutcome> {
  let refused: Refusal | null = null
  const outcome = await processes.run(async () => {
    const bytes = await read()
    refused = refuseBytes(bytes, contentType)
    return refused ? null : { make, bytes }
  })
  if (!outcome) return refused ?? unreadable
  if (outcome.is === 'unreadable') return unreadable
  return outcome.is === 'too many pixels' ? tooManyPixels : outcome
}

const processes = pictureProcesses()

/** Checks the bytes themselves; the sender's content type must agree. */
function refuseBytes(bytes: Buffer, contentType: string): Refusal | null {
  if (bytes.length > largestPhoto) return tooLarge
  const type = typeOf(bytes)
  if (!type || type !== contentType) return wrongType
  return endsWithPicture(bytes, type) ? null : unreadable
}

function typeOf(bytes: Buffer): PhotoType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp'
  return null
}

const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex')

/** False if anything follows the picture, as in files that are two things at once. */
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
 * Pictures from phones and cameras have about ten scans. Each costs a pass over the whole picture, however few bytes it
 * has.
 */
const maxScans = 50

/**
 * Returns where the first picture in a JPEG ends; -1 if it doesn't, or has too many scans. Segments state their length;
 * in the data after a scan's header, a marker is 0xFF followed by anything but 0 or a restart.
 */
function endOfJpeg(bytes: Buffer): number {
  let at = 2
  let scans = 0
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    // Any number of 0xFF may precede a marker.
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return at + 2
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
    if (marker !== 0xda) continue
    scans += 1
    if (scans > maxScans) return -1
    while (at + 1 < bytes.length && !isMarker(bytes[at], bytes[at + 1])) at += 1
  }
  return bytes[at] === 0xff && bytes[at + 1] === 0xd9 ? at + 2 : -1
}

function isMarker(first: number | undefined, second = 0): boolean {
  return first === 0xff && second !== 0 && !(second >= 0xd0 && second <= 0xd7) && second !== 0xff
}
