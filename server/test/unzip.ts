import { crc32, inflateRawSync } from 'node:zlib'

/**
 * Returns the files of an undamaged zip by name, as its directory lists them.
 * @throws if it ends early, or bytes are not what was packed
 */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 !== zip.length) throw new Error('the zip has no end')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, crc, packed, size] = [10, 16, 20, 24].map((field) =>
      field === 10 ? zip.readUInt16LE(at + field) : zip.readUInt32LE(at + field),
    )
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + (packed ?? 0))
    const content = method === 0 ? bytes : inflateRawSync(bytes)
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is not what was packed`)
    files.set(name, content)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
