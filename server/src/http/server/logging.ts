import { writeSync } from 'node:fs'
import { redact } from '@tagalong/contract/values/redact.ts'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { LoggerOptions } from 'pino'

const hidden = '[hidden]'
/** Lines of this level (warnings) and above are written at once. */
const atOnceFrom = 40
const flushMs = 250
const writtenTogether = 4_096
/** Bytes that may wait for a slow reader; if more do, all of them are dropped. */
const mostHeld = 1_000_000

let held: Buffer[] = []

/**
 * The standard output. Lines are written together, a quarter of a second late at most. Those that can't be written are
 * dropped: neither a full disk nor a reader that is gone may stop the app, or keep it from stopping.
 */
export const lines = {
  /** Always true, as from a stream that takes more. */
  write(line: string): boolean {
    held.push(Buffer.from(line))
    if (held.reduce((sum, each) => sum + each.length, 0) >= writtenTogether) lines.flush()
    return true
  },
  flush(): void {
    let rest = Buffer.concat(held)
    held = []
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      const isForLater = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (isForLater && rest.length < mostHeld) held = [rest]
    }
  },
}
setInterval(() => lines.flush(), flushMs).unref()
process.on('exit', () => lines.flush())

/**
 * Options for lines that say which call it was, the user's id, how it ended and how long it took. Bodies, headers and
 * query strings (which may hold a ticket or a number) are never written.
 */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    hooks: {
      // An error logged without a text gives its message as the text.
      logMethod([first, text, ...rest], log, level) {
        const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
        const said = text ?? (error instanceof Error ? error.message : undefined)
        if (typeof first === 'string') log.apply(this, [redact(first), text, ...rest])
        else log.apply(this, [first, said === undefined ? undefined : redact(String(said)), ...rest])
        if (level >= atOnceFrom) lines.flush()
      },
    },
    redact: {
      paths: [
        'password',
        '*.password',
        'accessToken',
        '*.accessToken',
        'refreshToken',
        '*.refreshToken',
        'phoneNumber',
        '*.phoneNumber',
        'ticket',
        '*.ticket',
        'email',
        '*.email',
      ],
      censor: hidden,
    },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        // A calendar's address is enough to read it, and an unsubscribe link to end mails; a file's name may name a
        // child.
        url: redact(request.url.split('?')[0] ?? '').replace(
          /\/(calendar|unsubscribe|get-signed-post-url)\/.*/i,
          '/$1/…',
        ),
      }),
      err: (error: Error & { code?: unknown }) => ({
        type: error.name,
        code: error.code,
        message: redact(error.message),
        stack: redact(error.stack ?? ''),
        cause: error.cause instanceof Error ? redact(error.cause.message) : undefined,
        errors:
          error instanceof AggregateError ? error.errors.map((each) => redact(String(each))) : undefined,
      }),
    },
  }
}

/** Logs one line for each request, once it has ended. */
export class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, req: FastifyRequest, res: FastifyReply): void {
    const { elapsedTime: responseTime } = res
    const user = req.actor?.userId
    if (error) res.log.error({ req, res, user, err: error, responseTime }, 'request errored')
    else res.log.info({ req, res, user, responseTime }, 'request completed')
  }
}
