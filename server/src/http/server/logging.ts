import { redact } from '@tagalong/contract/values/redact.ts'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { destination, type LoggerOptions } from 'pino'

const hidden = '[hidden]'
/** Warnings and what is worse wait for nothing. */
const atOnceFrom = 40
const flushMs = 250

/** The standard output; lines are written together, a quarter of a second late at most. */
export const lines = destination({ dest: 1, sync: true, minLength: 4_096 })
setInterval(() => lines.flush(), flushMs).unref()
process.on('exit', () => lines.flushSync())

/**
 * Lines say which call, whose by id, how it ended and how long it took. Bodies, headers and query strings (which may hold a
 * ticket or a number) are never written.
 */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    hooks: {
      // An error logged without a text lends its message as the text.
      logMethod([first, text, ...rest], log, level) {
        const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
        const said = text ?? (error instanceof Error ? error.message : undefined)
        if (typeof first === 'string') log.apply(this, [redact(first), text, ...rest])
        else log.apply(this, [first, said === undefined ? undefined : redact(String(said)), ...rest])
        if (level >= atOnceFrom) lines.flushSync()
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
        // The address of a calendar is all that it takes to read it, and that in a mail to end mails.
        url: redact(request.url.split('?')[0] ?? '').replace(/\/(calendar|unsubscribe)\/.*/i, '/$1/…'),
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

/** One line for each request, once it has ended. */
export class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, req: FastifyRequest, res: FastifyReply): void {
    const { elapsedTime: responseTime } = res
    const user = req.actor?.userId
    if (error) res.log.error({ req, res, user, err: error, responseTime }, 'request errored')
    else res.log.info({ req, res, user, responseTime }, 'request completed')
  }
}
