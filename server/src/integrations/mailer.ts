import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { makeFolder } from '#data-folder.ts'
import type { Env } from '#env.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** @throws where nobody took it; whoever sends tries again later */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Over SMTP_URL; without it each mail becomes a file that a person can read, and a line in the log. */
export function createMailer(env: Env, log: FastifyBaseLogger): Mailer {
  return env.smtpUrl
    ? smtpMailer(env.smtpUrl, env.mailFrom)
    : outbox(join(env.dataDir, 'outbox'), env.mailFrom, log)
}

function smtpMailer(url: string, from: string): Mailer {
  // Only those who have a mail server wait for its library.
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 }, { from }),
  )
  return {
    async send(mail) {
      await (await transport).sendMail(mail)
    },
    close: () => void transport.then((each) => each.close()),
  }
}

function outbox(folder: string, from: string, log: FastifyBaseLogger): Mailer {
  let written = 0
  return {
    async send({ to, subject, text }) {
      written += 1
      makeFolder(folder)
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${written}.txt`
      const path = join(folder, name)
      await writeFile(path, `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 })
      log.info(`There is no SMTP_URL, so a mail was written to ${path}`)
    },
    close: () => undefined,
  }
}
