import { correction, generate } from 'lean-qr'

/** The light margin that readers need, in modules. */
const edge = 4

/** @returns the width in modules, including the margin, and an SVG path with a line for each run of dark modules */
export function qrCode(text: string): { size: number; path: string } {
  // A corner of the poster may be creased or under a pin.
  const code = generate(text, { minCorrectionLevel: correction.M })
  const path = Array.from({ length: code.size }, (_, y) => runsOf(y, code)).join('')
  return { size: code.size + 2 * edge, path }
}

function runsOf(y: number, { size, get }: { size: number; get: (x: number, y: number) => boolean }): string {
  let path = ''
  for (let x = 0; x < size; x += 1) {
    if (!get(x, y) || get(x - 1, y)) continue
    let end = x
    while (get(end, y)) end += 1
    path += `M${x + edge} ${y + edge}h${end - x}v1h${x - end}z`
  }
  return path
}
