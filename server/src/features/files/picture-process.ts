// A process of its own, so that a picture that takes too long can be ended, and takes nothing of ours with it.
import sharp, { type Sharp } from 'sharp'
import type { PictureOutcome, PictureTask } from './picture-processes.ts'

/** Pixels of width times height. Above it a small file could fill the memory. */
const maxPixels = 40_000_000
/** Pixels of the longer side. */
const photoSide = 1_024
const avatarSide = 128

// One picture at a time uses one core and keeps nothing; no other reader of the library is ever asked.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

process.on('message', (task: PictureTask) => {
  outcomeOf(task).then(
    (outcome) => process.send?.(outcome),
    // The library says in many ways that bytes are no picture; all of them mean the same here.
    () => process.send?.({ is: 'unreadable' } satisfies PictureOutcome),
  )
})
// Whoever asked is gone, however they went; a picture in the works would be waited for.
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

/** Without metadata: the library keeps none by default. Colours become those of the web. */
function shown(picture: Sharp): Promise<Buffer> {
  return picture.flatten({ background: '#ffffff' }).webp({ quality: 82 }).toBuffer()
}
