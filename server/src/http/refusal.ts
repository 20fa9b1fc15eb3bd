import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'

/** An outcome that was to be expected and is not what was asked for. Returned, never thrown. */
export class Refusal {
  readonly status: number
  readonly error: string
  readonly fields: Record<string, string> | undefined
  /** Seconds; only with 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    error: string,
    more: { fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    this.status = status
    this.error = error
    this.fields = more.fields
    this.retryAfter = more.retryAfter
  }
}

/** Missing or invisible: byte for byte the same. */
export const notFound = new Refusal(404, refusalTexts.notFound)
export const forbidden = new Refusal(403, refusalTexts.forbidden)
export const unauthorised = new Refusal(401, refusalTexts.unauthorised)

export function badInput(field: string, prompt: string): Refusal {
  return new Refusal(400, prompt, { fields: { [field]: prompt } })
}

/** @param seconds until it is worth trying again */
export function tooMany(seconds: number, text: string = refusalTexts.tooMany): Refusal {
  return new Refusal(429, text, { retryAfter: Math.max(1, Math.ceil(seconds)) })
}

/** The statuses of whatever else than its answer a call may get. */
export function refusalsOf({ guard, method, params, body, refusals }: AnyEndpoint): readonly number[] {
  const statuses: number[] = [400, 429, 503, ...refusals]
  if (guard !== 'none') statuses.push(302, 401)
  if (guard === 'admin') statuses.push(403)
  if (params || body) statuses.push(404)
  // There is no profile, be it since a moment ago; or an Idempotency-Key was sent with something else before.
  if (guard === 'caregiver' || (guard !== 'none' && method !== 'GET')) statuses.push(409)
  if (method !== 'GET') statuses.push(413, 415)
  return [...new Set(statuses)]
}
