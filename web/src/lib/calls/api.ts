import { refresh, type Token } from '@tagalong/contract/features/auth/auth.contract.ts'
import { type AnyEndpoint, type DataOf, fullPath, type InputOf } from '@tagalong/contract/http/endpoint.ts'
import { type Envelope, knownRefusals } from '@tagalong/contract/http/envelope.ts'
import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage, isText } from '@tagalong/contract/values/language.ts'
import { brand } from '#lib/brand.ts'
import { goTo, loginPath } from '#lib/navigation/navigation.ts'
import { noteUnreachable } from '#lib/offline/reachability.ts'
import { confirmsIdentity } from '#lib/session/identity-check.ts'
import {
  isOwnSignIn,
  noteTokenChange,
  ownSignIn,
  removeToken,
  storedToken,
  storeToken,
} from '#lib/session/stored-token.ts'

/** A call that did not work out. Status 0: nobody answered. */
export class ApiError extends Error {
  readonly status: number
  /** Texts by field path; only with status 400. */
  readonly fields: Record<string, string> | undefined
  /** False where `message` is only the status' own name. */
  readonly isServersText: boolean
  /** After how many seconds to try again, where the server says so. */
  readonly retryAfter: number | undefined
  constructor(
    status: number,
    message: string,
    options: {
      fields?: Record<string, string> | undefined
      isServersText?: boolean
      retryAfter?: number | undefined
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = options.fields
    this.isServersText = options.isServersText ?? false
    this.retryAfter = options.retryAfter
  }
}

/** True where the server could not be asked, or was itself waiting for its database: trying later helps. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || isUnavailableStatus(error.status))
}

/** True where the call may have been carried out, and its answer was lost. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

/** A proxy's or the server's own word that nobody can answer just now. */
function isUnavailableStatus(status: number): boolean {
  return [502, 503, 504].includes(status)
}

export const unreachableText = () => m.lib_no_answer({ brand })

interface CallOptions {
  /** A repeat with the same key within 24 h gets the first answer. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The guard's who-am-I retries: a 401 neither removes the token nor changes the page. */
  keepSession?: boolean
  /** What is on the screen is read again: that the right to it is gone is for whoever asked to tell. */
  keepPage?: boolean
  /** It ends the session: where to go on then, also where its answer was lost and the next refusal says so. */
  endsSession?: () => void
}
type Input<E extends AnyEndpoint> = InputOf<E> & CallOptions
type Arguments<E extends AnyEndpoint> = unknown extends InputOf<E> ? [input?: CallOptions] : [input: Input<E>]

const maxRefreshes = 2
/** Calls on their way that end the session: others may be refused because of them before they are answered. */
let endings = 0
/** Of the one that nobody answered: it may have ended the session all the same. */
let lostEnding: { leave: () => void } | undefined
const timeout = 30_000
/** It comes as fast as the line lets it. */
const fileTimeout = 600_000

/** A call on behalf of the signed-in user. */
export async function call<E extends AnyEndpoint>(endpoint: E, ...input: Arguments<E>): Promise<DataOf<E>> {
  return (await callForReply(endpoint, ...input)).data
}

/** The file that the call answers with, once all of it is there. */
export async function callForFile(endpoint: AnyEndpoint): Promise<Blob> {
  return (await callForReply(endpoint)).data as Blob
}

/** What a reply holds, for whoever reads more than its data. */
export interface Answer<Data> {
  status: number
  message: string | undefined
  data: Data
  /** Of a list: what to ask its next page with; null on the last one. */
  nextCursor?: string | null | undefined
  /** Of a list's first page: how many rows there are in all. */
  total?: number | undefined
}

/** The same, with the reply's status and message. */
export async function callForReply<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<Answer<DataOf<E>>> {
  const options: CallOptions = input ?? {}
  const { endsSession } = options
  const lostBefore = lostEnding
  if (endsSession) endings += 1
  try {
    const answer = (await callConfirmed(endpoint, options)) as Answer<DataOf<E>>
    // Whoever is answered is in, unless that was asked before.
    if (lostEnding === lostBefore) lostEnding = undefined
    endsSession?.()
    return answer
  } catch (error) {
    if (error instanceof ApiError) leaveThePage(error, endpoint.method, options)
    if (endsSession && isUnavailable(error)) lostEnding = { leave: endsSession }
    throw error
  } finally {
    if (endsSession) endings -= 1
  }
}

/** A call that needs no session: no token goes with it. */
export async function callOpenly<E extends AnyEndpoint>(
  endpoint: E,
  ...input: Arguments<E>
): Promise<DataOf<E>> {
  return (await callOpenlyForReply(endpoint, ...input)).data
}

/** The same, with the reply's status and message. */
export async function callOpenlyForReply<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<Answer<DataOf<E>>> {
  return answerOf(await send(endpoint, input ?? {}, {})) as Answer<DataOf<E>>
}

/** Where the session has to be confirmed first, that is asked for, and the call is sent once more. */
async function callConfirmed(endpoint: AnyEndpoint, options: CallOptions): Promise<Answer<unknown>> {
  const signIn = ownSignIn()
  const sentAt = performance.now()
  try {
    return await callWithToken(endpoint, options, signIn)
  } catch (error) {
    const isAsked = error instanceof ApiError && isText(error.message, knownRefusals.confirmNeeded)
    if (!isAsked || !(await confirmsIdentity(sentAt))) throw error
    return callWithToken(endpoint, options, signIn)
  }
}

/** @param signIn in whose name the call began: sent once more, it goes in no other's. */
async function callWithToken(
  endpoint: AnyEndpoint,
  options: CallOptions,
  signIn: string | null,
): Promise<Answer<unknown>> {
  for (let refreshes = 0; ; refreshes += 1) {
    const token = wholeToken(signIn)
    const reply = await send(endpoint, options, tokenHeaders(token))
    if (reply.status === 401 && refreshes < maxRefreshes && isOutdated(token)) continue
    if (reply.status !== 302 || !reply.envelope.shouldRefresh) return answerOf(reply)
    if (refreshes === maxRefreshes) throw new ApiError(401, 'Maximum retries exceeded')
    await refreshToken(token)
  }
}

/** Another tab signed in or refreshed meanwhile: the refusal was of a token that is no longer ours. */
function isOutdated(used: Token): boolean {
  const now = storedToken()
  return Boolean(now?.accessToken && now.refreshToken && now.accessToken !== used.accessToken)
}

/** The stored pair, or the reason why the call is not even sent. */
function wholeToken(signIn: string | null): Token {
  const token = storedToken()
  if (!token || (!token.accessToken && !token.refreshToken)) throw new ApiError(401, 'Missing tokens')
  if (!token.accessToken) throw new ApiError(401, 'Missing access token')
  if (!token.refreshToken) throw new ApiError(401, 'Missing refresh token')
  // Nothing that this page shows goes in the name of somebody else, who signed in while it slept.
  if (ownSignIn() !== signIn || !isOwnSignIn()) {
    noteTokenChange()
    throw new ApiError(0, unreachableText())
  }
  return {
    accessToken: token.accessToken,
    refreshToken: token.refreshToken,
    tokenType: token.tokenType ?? 'Bearer',
  }
}

function tokenHeaders(token: Token): Record<string, string> {
  return { Authorization: `${token.tokenType} ${token.accessToken}`, 'X-Refresh-Token': token.refreshToken }
}

/** One tab refreshes, the others wait and find the new pair in the storage. */
async function refreshToken(used: Token): Promise<void> {
  const task = async () => {
    if (isOutdated(used)) return
    const reply = await send(refresh, {}, tokenHeaders(used))
    if (isUnavailableStatus(reply.status)) throw failureOf(reply)
    const token = (reply.envelope.data as { token?: Token } | undefined)?.token
    // Another tab has a newer pair, which may be of somebody else, or has logged out.
    if (storedToken()?.accessToken !== used.accessToken) return
    if (!isSuccess(reply) || !token) throw new ApiError(401, 'Failed to refresh')
    storeToken(token, { isNewSession: false })
  }
  if (navigator.locks) await navigator.locks.request('token-refresh', task)
  else await task()
}

interface Reply {
  status: number
  statusText: string
  envelope: Envelope
  retryAfter: number | undefined
}

async function send(
  endpoint: AnyEndpoint,
  input: CallOptions & { params?: unknown; query?: unknown; body?: unknown },
  headers: Record<string, string>,
): Promise<Reply> {
  const isFile = endpoint.type === 'application/zip'
  const limit = AbortSignal.timeout(isFile ? fileTimeout : timeout)
  try {
    const response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        // With parts the browser says itself where each begins.
        ...(!(input.body instanceof FormData) && { 'Content-Type': 'application/json' }),
        // What is shown here may be another language than the browser's.
        'Accept-Language': currentLanguage(),
        ...headers,
        ...(input.idempotencyKey && { 'Idempotency-Key': input.idempotencyKey }),
      },
      ...(endpoint.body && { body: bodyOf(input.body) }),
      cache: 'no-store',
      signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
    })
    const envelope =
      isFile && response.ok
        ? { status: response.status, data: await response.blob() }
        : await envelopeOf(response)
    if (isUnavailableStatus(response.status)) noteUnreachable()
    const retryAfter = Number(response.headers.get('Retry-After')) || undefined
    return { status: response.status, statusText: response.statusText, envelope, retryAfter }
  } catch (error) {
    // Whoever called it off does not want to hear of it as a failure.
    if (input.signal?.aborted) throw error
    noteUnreachable()
    throw new ApiError(0, unreachableText())
  }
}

function bodyOf(body: unknown): FormData | string {
  return body instanceof FormData ? body : JSON.stringify(body ?? {})
}

/**
 * A body cut short is a failure of the line, and so is a success that isn't ours, such as the sign-in page of a hotel. A
 * proxy's own words for a failure leave its status.
 */
async function envelopeOf(response: Response): Promise<Envelope> {
  const read = readJson(await response.text())
  if (read && typeof read === 'object') return read as Envelope
  if (response.ok) throw new Error('Not an answer of ours')
  return { status: response.status }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function addressOf(endpoint: AnyEndpoint, { params, query }: { params?: unknown; query?: unknown }): string {
  const given = (params ?? {}) as Record<string, string>
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(given[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status < 300
}

function answerOf(reply: Reply): Answer<unknown> {
  if (!isSuccess(reply)) throw failureOf(reply)
  const { message, data, nextCursor, total } = reply.envelope
  return { status: reply.status, message, data, nextCursor, total }
}

function failureOf({ status, statusText, envelope, retryAfter }: Reply): ApiError {
  const { error, fields } = envelope
  // HTTP/2 has no status texts, and where there are, they are English.
  const name = currentLanguage() === 'en' ? statusText : ''
  return new ApiError(status, error || name || m.common_something_wrong(), {
    fields,
    isServersText: Boolean(error),
    retryAfter,
  })
}

/** What an answer means for where the user may be. */
function leaveThePage(
  error: ApiError,
  method: AnyEndpoint['method'],
  { keepSession, keepPage, endsSession }: CallOptions,
): void {
  if (error.status === 401 && !keepSession && (endsSession || endings === 0)) {
    if (lostEnding) lostEnding.leave()
    else leadToLogin()
  }
  // From there one goes on to Home: what Home may not read must not lead back.
  // And back doesn't lead to what can't be read.
  if (error.status === 403 && !keepPage && window.location.pathname !== '/')
    goTo('/forbidden', { replace: method === 'GET' })
  if (error.status === 409 && isText(error.message, knownRefusals.profileNeeded)) goTo('/onboarding')
  if (error.status === 409 && isText(error.message, knownRefusals.accountPaused)) leadTo('/account-notice')
  if (error.status === 409 && isText(error.message, knownRefusals.secondStepNeeded))
    leadTo('/security?setup=1')
}

function leadToLogin(): void {
  const path = loginPath(window.location, { isAgain: true })
  // Of several refusals at once the first has led there, and knows where to go on.
  const isThere = ['/login', '/goodbye'].includes(window.location.pathname)
  removeToken()
  if (!isThere) goTo(path)
}

/** Back must not lead to what led here; and whoever leaves, leaves. */
function leadTo(path: string): void {
  const [pathname] = path.split('?')
  if ([pathname, '/logout'].includes(window.location.pathname)) return
  goTo(path, { replace: true })
}
