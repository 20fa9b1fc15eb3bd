import { type PhotoType, photoTypes } from '@tagalong/contract/features/files/files.rules.ts'
import { m } from '@tagalong/contract/messages.ts'

/** A chosen file that was decoded as a picture. Call `close` once it is no longer needed. */
export interface Picture {
  name: string
  type: PhotoType
  /** Upright as browsers show it, whichever way the camera was held. */
  image: HTMLImageElement
  close: () => void
}

/** In pixels of the picture. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Maximum width times height. Above it a phone runs out of memory. */
const maxPixels = 100_000_000

/**
 * Accepts any file size, since only the cropped square is uploaded.
 * @throws Error with a text to show
 */
export async function readPicture(file: File): Promise<Picture> {
  const type = photoTypes.find((each) => each === file.type)
  if (!type) throw new Error(m.prompt_photo_wrong_type())
  const address = URL.createObjectURL(file)
  const close = () => URL.revokeObjectURL(address)
  const image = new Image()
  try {
    await loaded(image, address)
    // Checked before decoding, when only the size is known.
    if (image.naturalWidth * image.naturalHeight > maxPixels)
      throw new Error(m.prompt_photo_too_many_pixels())
    await image.decode().catch(() => {
      throw new Error(m.prompt_photo_unreadable())
    })
  } catch (error) {
    close()
    throw error
  }
  return { name: file.name, type, image, close }
}

function loaded(image: HTMLImageElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    image.onload = () => resolve()
    image.onerror = () => reject(new Error(m.prompt_photo_unreadable()))
    image.src = address
  })
}
