import jsQr from 'jsqr'
import { expect, test } from 'vitest'
import { qrCode } from './qr-modules.ts'

const link = 'https://tagalong.example.org/group/01930000-0000-7000-8000-000000000001'

test('a QR reader decodes the link from the drawing', () => {
  expect(read(qrCode(link))).toBe(link)
})

/** Returns what a reader decodes, with modules four pixels wide. */
function read({ size, path }: { size: number; path: string }): string | undefined {
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, left, top, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let y = Number(top) * scale; y < (Number(top) + 1) * scale; y += 1) {
      const from = (y * width + Number(left) * scale) * 4
      for (let at = from; at < from + Number(length) * scale * 4; at += 4) pixels.fill(0, at, at + 3)
    }
  }
  return jsQr(pixels, width, width)?.data
}
