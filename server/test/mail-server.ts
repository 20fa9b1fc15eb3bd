import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'

/** A mail as it was received. */
export interface ReceivedMail {
  to: string
  subject: string
  /** By lower-case name, unfolded; `contentType` and the like are the whole mail's. */
  headers: Map<string, string>
  text: string
  html: string
  raw: string
}

/** A real SMTP server on this machine. */
export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** Makes the server refuse the next `count` mails for now, with these words. */
  refuse(count: number, words?: string): void
  /** Returns the first mail to that address with such a subject, once it has arrived. */
  mailTo(address: string, subject: RegExp): Promise<ReceivedMail>
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusing = 0
  let refusal = ''
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusing > 0) {
          refusing -= 1
          return callback(Object.assign(new Error(refusal), { responseCode: 451 }))
        }
        received.push(readMail(Buffer.concat(chunks).toString('latin1')))
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (count, words = 'try later') => {
      refusing = count
      refusal = words
    },
    mailTo: (address, subject) =>
      vi.waitFor(
        () => {
          const found = received.find((mail) => mail.to === address && subject.test(mail.subject))
          if (!found) throw new Error(`no mail to ${address} yet`)
          return found
        },
        { timeout: 10_000 },
      ),
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  }
}

/** Reads a mail by RFC 5322 and MIME: its headers, and the two parts of which a program shows one. */
function readMail(raw: string): ReceivedMail {
  const { headers, body } = splitPart(raw)
  const [, boundary = ''] =
    /^multipart\/alternative;.*boundary="?([^";]+)"?/s.exec(headers.get('content-type') ?? '') ?? []
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((each) => splitPart(each.replace(/^\r\n/, '')))
  const contentOf = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type))
    const content = part && decoded(part.body, part.headers.get('content-transfer-encoding') ?? '')
    return (content ?? '').replaceAll('\r\n', '\n').trimEnd()
  }
  return {
    to: headers.get('to') ?? '',
    subject: decodedWords(headers.get('subject') ?? ''),
    headers,
    text: contentOf('text/plain'),
    html: contentOf('text/html'),
    raw,
  }
}

function splitPart(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  return { headers, body: raw.slice(end + 4) }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  return unquoted(body.replaceAll('=\r\n', ''))
}

function unquoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Decodes a subject with letters that ASCII lacks. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : unquoted(word.replaceAll('_', ' ')),
    )
}
