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

/** A failed call. Status 0 means that nobody answered. */
export class ApiError extends Error {
  readonly status: number
  /** Texts by field path; only with status 400. */
  readonly fields: Record<string, string> | undefined
  /** False if `message` is only the status' own name. */
  readonly isServersText: boolean
  /** Seconds after which to retry, if the server says so. */
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

/** True if the server was unreachable or was waiting for its database. Retrying later helps. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || isUnavailableStatus(error.status))
}

/** True if the call may have been carried out, but its answer was lost. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

/** True if a proxy or the server says that it can't answer just now. */
function isUnavailableStatus(status: number): boolean {
  return [502, 503, 504].includes(status)
}

export const unreachableText = () => m.lib_no_answer({ brand })

interface CallOptions {
  /** A repeat with the same key within 24 h gets the first answer. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** A 401 neither removes the tokens nor leaves the page. */
  keepSession?: boolean
  /** A 403 doesn't leave the page. For refetches, whose caller says itself that the right is gone. */
  keepPage?: boolean
  /**
   * Set if the call ends the session: leaves the page afterwards, even if its answer was lost and only the next refusal
   * shows that the session has ended.
   */
  endsSession?: () => void
}
type Input<E extends AnyEndpoint> = InputOf<E> & CallOptions
type Arguments<E extends AnyEndpoint> = unknown extends InputOf<E> ? [input?: CallOptions] : [input: Input<E>]

const maxRefreshes = 2
/** Number of running calls that end the session. They may cause refusals of others before they are answered. */
let endings = 0
/** A session-ending call that got no answer. It may still have ended the session. */
let lostEnding: { leave: () => void } | undefined
const timeout = 30_000
/** A file takes as long as the connection needs. */
const fileTimeout = 600_000

/** Makes a call on behalf of the signed-in user and returns its data. */
export async function call<E extends AnyEndpoint>(endpoint: E, ...input: Arguments<E>): Promise<DataOf<E>> {
  return (await callForReply(endpoint, ...input)).data
}

/** Returns the file that the call answers with, once it is complete. */
export async function callForFile(endpoint: AnyEndpoint): Promise<Blob> {
  return (await callForReply(endpoint)).data as Blob
}

/** The contents of a reply, for callers that need more than its data. */
export interface Answer<Data> {
  status: number
  message: string | undefined
  data: Data
  /** Of a list: the cursor of the next page; null on the last one. */
  nextCursor?: string | null | undefined
  /** Of a list's first page: the number of rows in all pages. */
  total?: number | undefined
}

/** Like `call`, but also returns the reply's status and message. */
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
    // A reply proves that the session goes on, unless the call was sent before the ending one's answer was lost.
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

/** Makes a call without a session, and so without tokens. */
export async function callOpenly<E extends AnyEndpoint>(
  endpoint: E,
  ...input: Arguments<E>
): Promise<DataOf<E>> {
  return (await callOpenlyForReply(endpoint, ...input)).data
}

/** Like `callOpenly`, but also returns the reply's status and message. */
export async function callOpenlyForReply<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<Answer<DataOf<E>>> {
  return answerOf(await send(endpoint, input ?? {}, {})) as Answer<DataOf<E>>
}

/** If the session must be confirmed first, asks for that and repeats the call. */
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

/** @param signIn the sign-in under which the call began; a repeat must not go out under another */
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

/** True if another tab signed in or refreshed meanwhile, so that the refused token is no longer the current one. */
function isOutdated(used: Token): boolean {
  const now = storedToken()
  return Boolean(now?.accessToken && now.refreshToken && now.accessToken !== used.accessToken)
}

/** Returns the stored pair, or throws the reason why the call can't be sent. */
function wholeToken(signIn: string | null): Token {
  const token = storedToken()
  if (!token || (!token.accessToken && !token.refreshToken)) throw new ApiError(401, 'Missing tokens')
  if (!token.accessToken) throw new ApiError(401, 'Missing access token')
  if (!token.refreshToken) throw new ApiError(401, 'Missing refresh token')
  // Never sends a call of this page under another account that signed in while the page slept.
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

/** One tab refreshes; the others wait for the lock and find the new pair in storage. */
async function refreshToken(used: Token): Promise<void> {
  const task = async () => {
    if (isOutdated(used)) return
    const reply = await send(refresh, {}, tokenHeaders(used))
    if (isUnavailableStatus(reply.status)) throw failureOf(reply)
    const token = (reply.envelope.data as { token?: Token } | undefined)?.token
    // Another tab has logged out or stored a newer pair, possibly another account's.
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
        // For multipart bodies the browser sets the header itself, with the boundary.
        ...(!(input.body instanceof FormData) && { 'Content-Type': 'application/json' }),
        // The language shown here may differ from the browser's.
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
    // The caller aborted it, which says nothing about the server.
    if (input.signal?.aborted) throw error
    noteUnreachable()
    throw new ApiError(0, unreachableText())
  }
}

function bodyOf(body: unknown): FormData | string {
  return body instanceof FormData ? body : JSON.stringify(body ?? {})
}

/**
 * Throws for a truncated success and for one that isn't ours, such as the sign-in page of a hotel: both count as
 * unreachable. For a proxy's error page, returns the status only.
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
  // HTTP/2 has no status texts, and HTTP/1 has them in English only.
  const name = currentLanguage() === 'en' ? statusText : ''
  return new ApiError(status, error || name || m.common_something_wrong(), {
    fields,
    isServersText: Boolean(error),
    retryAfter,
  })
}

/** Leaves the page if the refusal means that the user can't stay there. */
function leaveThePage(
  error: ApiError,
  method: AnyEndpoint['method'],
  { keepSession, keepPage, endsSession }: CallOptions,
): void {
  if (error.status === 401 && !keepSession && (endsSession || endings === 0)) {
    if (lostEnding) lostEnding.leave()
    else leadToLogin()
  }
  // Not from Home, where the forbidden page leads: that would be a loop. After a refused read, going back must not lead
  // there again.
  if (error.status === 403 && !keepPage && window.location.pathname !== '/')
    goTo('/forbidden', { replace: method === 'GET' })
  if (error.status === 409 && isText(error.message, knownRefusals.profileNeeded)) goTo('/onboarding')
  if (error.status === 409 && isText(error.message, knownRefusals.accountPaused)) leadTo('/account-notice')
  if (error.status === 409 && isText(error.message, knownRefusals.secondStepNeeded))
    leadTo('/security?setup=1')
}

function leadToLogin(): void {
  const path = loginPath(window.location, { isAgain: true })
  // After several refusals at once, the first one has already led there, with the path to return to.
  const isThere = ['/login', '/goodbye'].includes(window.location.pathname)
  removeToken()
  if (!isThere) goTo(path)
}

/** Replaces the entry, so that going back doesn't return to the refused page. Doesn't interrupt a logout. */
function leadTo(path: string): void {
  const [pathname] = path.split('?')
  if ([pathname, '/logout'].includes(window.location.pathname)) return
  goTo(path, { replace: true })
}
