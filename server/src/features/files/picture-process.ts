// A process of its own, so that a picture that takes too long can be ended without taking anything else along.
import sharp, { type Sharp } from 'sharp'
import type { PictureOutcome, PictureTask } from './picture-processes.ts'

/** Most pixels, width times height. With more, a small file could fill the memory. */
const maxPixels = 40_000_000
/** Pixels of the longer side. */
const photoSide = 1_024
const avatarSide = 128

// Use one core and cache nothing; allow only the readers of the three types.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

process.on('message', (task: PictureTask) => {
  outcomeOf(task).then(
    (outcome) => process.send?.(outcome),
    // The library has many errors for bytes that are no picture; here they are all the same.
    () => process.send?.({ is: 'unreadable' } satisfies PictureOutcome),
  )
})
// The parent process is gone, however it ended. Killed, since an exit would wait for a picture in the works.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function outcomeOf({ make, bytes: sent }: PictureTask): Promise<PictureOutcome> {
  const bytes = Buffer.from(sent)
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > maxPixels) return { is: 'too many pixels' }
  if (!make) {
    await whole(bytes).resize(avatarSide, avatarSide).raw().toBuffer()
    return { is: 'whole' }
  }
  const inside = { fit: 'inside', withoutEnlargement: true } as const
  const photo = await shown(whole(bytes).resize(photoSide, photoSide, inside))
  const avatar = await shown(whole(bytes).resize(avatarSide, avatarSide, { fit: 'cover' }))
  return { is: 'made', photo, avatar }
}

function whole(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels, animated: false }).autoOrient()
}

/** Encodes without metadata, which the library drops by default. Colours become those of the web. */
function shown(picture: Sharp): Promise<Buffer> {
  return picture.flatten({ background: '#ffffff' }).webp({ quality: 82 }).toBuffer()
}
