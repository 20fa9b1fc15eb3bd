import type { PhotoType } from '@tagalong/contract/features/files/files.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { Area, Picture } from './picture.ts'
import type { PhotoFile } from './upload-photo.ts'

/** A square cut from a picture, with a small preview as a data URL. */
export interface Cropped extends PhotoFile {
  preview: string
}

/** PNG stays PNG to keep transparency, at the server's maximum size. Everything else becomes JPEG. */
const formats = {
  'image/png': { type: 'image/png', side: 1024 },
  'image/jpeg': { type: 'image/jpeg', side: 2048 },
  'image/webp': { type: 'image/jpeg', side: 2048 },
} as const satisfies Record<PhotoType, { type: PhotoType; side: number }>

const previewSide = 192

/**
 * Redraws the picture, so that none of the camera's metadata leaves the device.
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

/** Draws the area as a square with sides of at most `maxSide` pixels, never enlarged. */
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
