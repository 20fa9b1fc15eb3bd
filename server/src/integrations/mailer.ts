import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Counter, type Registry } from '@prometheus-io/client'
import type { Language } from '@tagalong/contract/values/language.ts'
import { redact } from '@tagalong/contract/values/redact.ts'
import type { FastifyBaseLogger } from 'fastify'
import { makeFolder } from '#data-folder.ts'
import type { Env } from '#env.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  language: Language
  /** The address that ends all mails that have one; mail programs show a button for it (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

/** The mail server refuses that address for good: it doesn't exist. */
export class AddressRefused extends Error {}

export interface Mailer {
  /** @throws if the mail wasn't accepted; the sender tries again later, except after `AddressRefused` */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Sends mails by SMTP_URL; without it, each becomes a file that a person can read, and a line in the log. */
export function createMailer(env: Env, log: FastifyBaseLogger, metrics: Registry): Mailer {
  const mailer = env.smtpUrl
    ? smtpMailer(env.smtpUrl, env.mailFrom)
    : outbox(join(env.dataDir, 'outbox'), env.mailFrom, log)
  return counted(mailer, log, metrics)
}

function counted(mailer: Mailer, log: FastifyBaseLogger, metrics: Registry): Mailer {
  const mails = new Counter({
    name: 'mails_total',
    help: 'mails that were handed over, or refused, of which those are tried again',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  // Starts at 0: Prometheus sees no increase in a counter whose first value is 1.
  for (const outcome of ['sent', 'refused']) mails.inc({ outcome }, 0)
  return {
    ...mailer,
    async send(mail) {
      try {
        await mailer.send(mail)
        mails.inc({ outcome: 'sent' })
      } catch (error) {
        mails.inc({ outcome: 'refused' })
        log.warn({ err: error }, 'a mail was refused')
        // The queue keeps this error, and mail servers name the address in theirs.
        const text = redact(error instanceof Error ? error.message : String(error))
        throw isForGood(error) ? new AddressRefused(text) : new Error(text)
      }
    },
  }
}

/**
 * Enhanced codes (RFC 3463) that refuse the recipient. Others of 5.1 may be about the sender, and those of 5.7 mean
 * that the server takes nothing from us.
 */
const ofNobody = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']

/**
 * True if the server refused the recipient for good, going by what nodemailer passes on. Not all servers have enhanced
 * codes.
 */
function isForGood(error: unknown): boolean {
  const { command, response } = Object(error) as { command?: unknown; response?: unknown }
  const [, code, enhanced] = /^(\d{3})[ -](\d\.\d+\.\d+)?/.exec(String(response)) ?? []
  return command === 'RCPT TO' && (enhanced ? ofNobody.includes(enhanced) : code === '550')
}

/** Returns headers that tell programs not to answer, and let mail programs offer to unsubscribe. */
function headersOf({ language, unsubscribeUrl }: Mail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'Content-Language': language,
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

function smtpMailer(url: string, from: string): Mailer {
  // Loaded only if there is a mail server.
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 }, { from }),
  )
  return {
    async send(mail) {
      const { to, subject, text, html } = mail
      // Not by nodemailer's `list`, which writes the second header wrong.
      await (await transport).sendMail({ to, subject, text, html, headers: headersOf(mail) })
    },
    close: () => void transport.then((each) => each.close()),
  }
}

function outbox(folder: string, from: string, log: FastifyBaseLogger): Mailer {
  let written = 0
  return {
    async send(mail) {
      written += 1
      makeFolder(folder)
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${written}.txt`
      const path = join(folder, name)
      const headers = { From: from, To: mail.to, Subject: mail.subject, ...headersOf(mail) }
      const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`)
      await writeFile(path, `${lines.join('\n')}\n\n${mail.text}\n`, { mode: 0o600 })
      log.info(`There is no SMTP_URL, so a mail was written to ${path}`)
    },
    close: () => undefined,
  }
}
