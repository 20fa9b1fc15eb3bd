import type { PhotoType } from '@tagalong/contract/features/files/files.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { Area, Picture } from './picture.ts'
import type { PhotoFile } from './upload-photo.ts'

/** A square cut out of a picture, and a small one of it to show meanwhile, as a data URL. */
export interface Cropped extends PhotoFile {
  preview: string
}

/** A drawing with clear parts stays a PNG, at no more pixels than the server keeps; all else becomes a JPEG. */
const formats = {
  'image/png': { type: 'image/png', side: 1024 },
  'image/jpeg': { type: 'image/jpeg', side: 2048 },
  'image/webp': { type: 'image/jpeg', side: 2048 },
} as const satisfies Record<PhotoType, { type: PhotoType; side: number }>

const previewSide = 192

/**
 * Drawn anew, so that nothing of what the camera wrote beside the picture leaves the device.
 * @throws Error with a text to show
 */
export async function crop({ name, type, image }: Picture, area: Area): Promise<Cropped> {
  const format = formats[type]
  const square = draw(image, area, format.side)
  const bytes = await new Promise<Blob | null>((resolve) => square.toBlob(resolve, format.type, 0.9))
  if (!bytes) throw new Error(m.prompt_photo_unreadable())
  const preview = draw(image, area, previewSide).toDataURL(format.type, 0.8)
  return { name, type: format.type, bytes, preview }
}

/** A square of at most that many pixels a side, never larger than it was. */
function draw(image: HTMLImageElement, { x, y, width, height }: Area, maxSide: number): HTMLCanvasElement {
  const side = Math.max(1, Math.min(maxSide, Math.round(Math.min(width, height))))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error(m.prompt_photo_unreadable())
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, side, side)
  return canvas
}
