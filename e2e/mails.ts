import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from './fixtures.ts'

/** Without SMTP_URL each mail is a file. */
function mailsTo(email: string): string[] {
  const { port } = new URL(process.env.E2E_BASE_URL ?? '')
  const outbox = resolve(import.meta.dirname, `../.test/e2e-files-${port}/outbox`)
  try {
    return readdirSync(outbox)
      .toSorted()
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .filter((mail) => mail.includes(`\nTo: ${email}\n`))
  } catch {
    return []
  }
}

/**
 * The link of the newest mail with that label, once the queue has sent it: at the journeys' server, also where the one
 * of another journey took the work.
 */
export async function mailedLink(email: string, label: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    link = new RegExp(`^${label}: (http\\S+)$`, 'm').exec(mailsTo(email).at(-1) ?? '')?.[1]
    expect(link).toBeTruthy()
  }).toPass({ timeout: 30_000 })
  const { pathname, search, hash } = new URL(link ?? '')
  return new URL(`${pathname}${search}${hash}`, process.env.E2E_BASE_URL).href
}
