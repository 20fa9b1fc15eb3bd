import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import type { Text } from '@tagalong/contract/messages.ts'

/** An expected outcome that is not what was asked for. Returned, never thrown. */
export class Refusal {
  readonly status: number
  /** Seconds; only with 429 and 503. */
  readonly retryAfter: number | undefined
  readonly #text: string | Text
  readonly #fields: Record<string, string | Text> | undefined

  constructor(
    status: number,
    text: string | Text,
    more: { fields?: Record<string, string | Text>; retryAfter?: number } = {},
  ) {
    this.status = status
    this.retryAfter = more.retryAfter
    this.#text = text
    this.#fields = more.fields
  }

  /** Worded when it is sent, in the language of that request. */
  get error(): string {
    return inWords(this.#text)
  }

  get fields(): Record<string, string> | undefined {
    const fields = this.#fields
    return fields && Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, inWords(text)]))
  }
}

function inWords(text: string | Text): string {
  return typeof text === 'string' ? text : text()
}

/** For what is missing or invisible to the caller, byte for byte the same. */
export const notFound = new Refusal(404, refusalTexts.notFound)
export const forbidden = new Refusal(403, refusalTexts.forbidden)
/** The session was confirmed too long ago for a call that can't be undone. */
export const notFresh = new Refusal(409, refusalTexts.confirmNeeded)
export const unauthorised = new Refusal(401, refusalTexts.unauthorised)

export function badInput(field: string, prompt: string | Text): Refusal {
  return new Refusal(400, prompt, { fields: { [field]: prompt } })
}

/** @param seconds until it is worth trying again */
export function tooMany(seconds: number, text: string | Text = refusalTexts.tooMany): Refusal {
  return new Refusal(429, text, { retryAfter: Math.max(1, Math.ceil(seconds)) })
}

/** Returns the statuses that a call may be answered with other than its own. */
export function refusalsOf({
  guard,
  method,
  params,
  body,
  refusals,
  fresh,
  whilePaused,
}: AnyEndpoint): readonly number[] {
  const statuses: number[] = [400, 429, 503, ...refusals]
  if (guard !== 'none') statuses.push(302, 401)
  if (guard === 'admin') statuses.push(403)
  if (params || body) statuses.push(404)
  // The account is paused, the second step isn't set up, the session isn't fresh, there is no profile (any more), or an
  // Idempotency-Key was sent with something else before.
  if (guard !== 'none' && (!whilePaused || fresh || method !== 'GET')) statuses.push(409)
  if (method !== 'GET') statuses.push(413, 415)
  return [...new Set(statuses)]
}
