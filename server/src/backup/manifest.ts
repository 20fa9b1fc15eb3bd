import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The contents of a backup. It is written last: a folder without it is no backup. */
const manifest = z.strictObject({
  format: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
  /** In an order in which they can be filled. */
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Jobs that had not ended. */
  jobs: z.strictObject({ rows: z.int(), sha256: z.string() }),
  /** `bucket`: listed, but not copied. */
  files: z.strictObject({ where: z.enum(['disk', 'bucket']), rows: z.int(), sha256: z.string() }),
})
export type Manifest = z.infer<typeof manifest>

const name = 'manifest.json'

export async function writeManifest(folder: string, contents: Manifest): Promise<void> {
  await writeFile(join(folder, name), `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 })
}

/** @throws Error if the folder holds no backup, or one that this program can't read. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(join(folder, name), 'utf8')
  } catch {
    throw new Error(`${folder} holds no backup.`)
  }
  const parsed = manifest.safeParse(parsedJson(text))
  if (!parsed.success) throw new Error(`The backup in ${folder} is not of a kind that this version can read.`)
  return parsed.data
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
