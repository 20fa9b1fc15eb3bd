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
 * Returns the link with that label in the newest mail, once the queue has sent it. The link leads to the journeys'
 * server, even if a journey's own server sent the mail.
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
