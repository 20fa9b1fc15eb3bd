import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

/** Root of the checkout that this program runs from. */
export const rootFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** All settings of the environment, read once at the start. */
export interface Env {
  readonly port: number
  /** The address to listen on. */
  readonly host: string
  /** Absolute path of the folder for the embedded database, files and outgoing mails. */
  readonly dataDir: string
  /** Undefined if the app runs its own Postgres. */
  readonly databaseUrl: string | undefined
  /** Redis carries signals between processes and counts limits; undefined if Postgres does both. */
  readonly redisUrl: string | undefined
  /** How long a stopping process goes on answering, so that load balancers notice that it is no longer ready. */
  readonly drainSeconds: number
  /** True if other machines may reach the app: `host` or the host of `publicUrl` isn't a loopback one. */
  readonly isPublic: boolean
  readonly seedDemo: boolean
  readonly accessTokenSeconds: number
  /** The address that users type, without a trailing slash. Links in mails and the Origin rule are based on it. */
  readonly publicUrl: string
  /** True if `publicUrl` can be reached from this machine only. */
  readonly isTrial: boolean
  readonly brandName: string
  /** The number to call if somebody is in danger. */
  readonly emergencyNumber: string
  /** Who may set X-Forwarded-*: addresses, ranges, `loopback`, `linklocal` or `uniquelocal`, comma separated. */
  readonly trustProxy: string | undefined
  readonly metricsToken: string | undefined
  /** The mail server; undefined if mails are written to files in the data folder. */
  readonly smtpUrl: string | undefined
  /** The sender of mails, `Name <address>` or an address. */
  readonly mailFrom: string
  /** What the operator promises to users who report something; undefined if nothing. */
  readonly safetyPromise: string | undefined
  /** 'relaxed' is for trying the app on one machine: saving a number proves it. */
  readonly safety: 'strict' | 'relaxed'
  /** The day from which a next version of the papers counts, for trying out its announcement. */
  readonly papersNext: string | undefined
  /** The service that sends the codes that prove numbers; undefined if there is none. */
  readonly phoneProvider: { kind: 'outbox' } | ({ kind: 'twilio' } & TwilioAccount) | undefined
  /** Seals secrets in the database; undefined if the key is a file in the data folder, or if there is none. */
  readonly sealKey: Buffer | undefined
  /** True if registering needs an invite link. */
  readonly requireInvite: boolean
  /** The bucket that holds the files; undefined if they are on this machine's disk. */
  readonly s3: S3Place | undefined
  /** Absolute path of the folder for the files if there is no bucket. */
  readonly filesDir: string
  /** The Stripe account that takes payments; undefined if there is none. */
  readonly stripe: StripeAccount | undefined
  /** True if there is no Stripe account and the demo stands in with play money. */
  readonly demoPayments: boolean
  readonly logLevel: (typeof logLevels)[number]
  /** Absolute path of the built web app. */
  readonly webDist: string
}

export interface S3Place {
  readonly bucket: string
  readonly region: string
  /** The address of an S3-compatible service; undefined for Amazon itself. */
  readonly endpoint: string | undefined
  /** Undefined to use the machine's own role. */
  readonly credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

export interface StripeAccount {
  readonly secretKey: string
  /** Stripe signs its webhook calls with it. */
  readonly webhookSecret: string
  /** The price of the membership. */
  readonly priceId: string
  /** The address of a stand-in for Stripe; undefined for Stripe itself. */
  readonly apiBase: string | undefined
}

export interface TwilioAccount {
  readonly accountSid: string
  readonly authToken: string
  /** The Verify service that sends the codes. */
  readonly verifySid: string
  /** The address of a stand-in for Twilio; undefined for Twilio itself. */
  readonly apiBase: string | undefined
}

/** Its message has one line for each variable that can't be used. */
export class EnvError extends Error {}

const portPrompt = 'must be a port from 1 to 65535'
const secondsPrompt = 'must be a whole number of seconds from 1 to 86400'
const postgresPrompt = 'must start with postgres:// or postgresql://'
const redisPrompt = 'must start with redis:// or rediss://'
const drainPrompt = 'must be a whole number of seconds from 0 to 60'
const urlPrompt = 'must be an address like https://play.example.org'
const smtpPrompt = 'must start with smtp:// or smtps://'
const stripeKeyPrompt = 'must start with sk_test_, sk_live_, rk_test_ or rk_live_'
const proxyPrompt = 'must list addresses or ranges like 10.0.0.0/8, or loopback, linklocal, uniquelocal'
const ownPrompt = 'must be one of your own, not that of the example'

/** From `deploy/kubernetes/secret.example.yaml`, so publicly known. */
const exampleSealKey = 'put/here/what/openssl/rand/base64/32/prints='
const exampleMetricsToken = 'at-least-sixteen-characters'

const variables = z.object({
  PORT: z.optional(wholeNumber(1, 65_535, portPrompt)),
  HOST: z.optional(z.string()),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, postgresPrompt))),
  REDIS_URL: z.optional(z.string().check(z.regex(/^rediss?:\/\/./, redisPrompt))),
  DRAIN_SECONDS: z.optional(wholeNumber(0, 60, drainPrompt)),
  SEED_DEMO: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  DEMO_PAYMENTS: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  ACCESS_TOKEN_SECONDS: z.optional(wholeNumber(1, 86_400, secondsPrompt)),
  PUBLIC_URL: z.optional(z.string().check(z.refine(isOrigin, urlPrompt))),
  BRAND_NAME: z.optional(z.string().check(z.maxLength(40, 'must be at most 40 characters'))),
  EMERGENCY_NUMBER: z.optional(z.string().check(z.regex(/^\d{2,6}$/, 'must be 2 to 6 digits'))),
  TRUST_PROXY: z.optional(z.string().check(z.refine(isProxyList, proxyPrompt))),
  METRICS_TOKEN: z.optional(
    z.string().check(
      z.minLength(16, 'must be at least 16 characters'),
      z.refine((text) => text !== exampleMetricsToken, ownPrompt),
    ),
  ),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, smtpPrompt))),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(/@/, 'must be an address like Tagalong <hello@example.org>')),
  ),
  SAFETY_PROMISE: z.optional(z.string().check(z.maxLength(300, 'must be at most 300 characters'))),
  PAPERS_NEXT: z.optional(z.iso.date('must be a date like 2027-01-31')),
  SAFETY: z.optional(z.enum(['strict', 'relaxed'], 'must be strict or relaxed')),
  PHONE_PROVIDER: z.optional(z.enum(['twilio', 'outbox'], 'must be twilio or outbox')),
  TWILIO_ACCOUNT_SID: z.optional(z.string().check(z.regex(/^AC[0-9a-f]{32}$/i, 'must start with AC'))),
  TWILIO_AUTH_TOKEN: z.optional(z.string()),
  TWILIO_VERIFY_SID: z.optional(z.string().check(z.regex(/^VA[0-9a-f]{32}$/i, 'must start with VA'))),
  TWILIO_API_BASE: z.optional(z.string().check(z.refine(isOrigin, urlPrompt))),
  SEAL_KEY: z.optional(
    z.string().check(
      z.regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'),
      z.refine((text) => text !== exampleSealKey, ownPrompt),
    ),
  ),
  REQUIRE_INVITE: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  ),
  S3_REGION: z.optional(z.string()),
  S3_ENDPOINT: z.optional(z.string().check(z.refine(isOrigin, urlPrompt))),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^[sr]k_(test|live)_/, stripeKeyPrompt))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.startsWith('whsec_', 'must start with whsec_'))),
  STRIPE_PRICE_ID: z.optional(z.string().check(z.startsWith('price_', 'must start with price_'))),
  STRIPE_API_BASE: z.optional(z.string().check(z.refine(isOrigin, urlPrompt))),
  LOG_LEVEL: z.optional(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`)),
  WEB_DIST: z.optional(z.string()),
})

/** Minimum number of days between the announcement of a new version of the papers and the day it counts from. */
const noticeDays = 14

function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Reads the environment. A variable that is empty counts as not set.
 * @throws EnvError with one line per variable that can't be used.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const filled = Object.entries(source).filter(([, value]) => value?.trim())
  const parsed = variables.safeParse(Object.fromEntries(filled.map(([name, value]) => [name, value?.trim()])))
  if (!parsed.success) throw new EnvError(complaints(parsed.error.issues).join('\n'))
  const given = parsed.data
  const port = given.PORT ?? 3000
  const publicUrl = (given.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '')
  const brandName = given.BRAND_NAME ?? 'Tagalong'
  const dataDir = resolve(rootFolder, given.DATA_DIR ?? '.data')
  const host = given.HOST ?? '127.0.0.1'
  const isPublic = !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname)
  // Off by default on a public address: what makes the app easy to try would open it to everybody.
  const isDemo = (setting: '0' | '1' | undefined) => setting === '1' || (setting !== '0' && !isPublic)
  const stripe = stripeOf(given)
  const isRelaxed = isLoopback(new URL(publicUrl).hostname) && !given.TRUST_PROXY
  const safety = given.SAFETY ?? (isRelaxed ? 'relaxed' : 'strict')
  if (given.PAPERS_NEXT && safety === 'strict')
    throw new EnvError('PAPERS_NEXT is for trying: SAFETY must be relaxed.')
  if (given.PAPERS_NEXT && given.PAPERS_NEXT < dayAhead(noticeDays))
    throw new EnvError(`PAPERS_NEXT must be ${noticeDays} days ahead or more.`)
  return {
    port,
    host,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    redisUrl: given.REDIS_URL,
    drainSeconds: given.DRAIN_SECONDS ?? 0,
    isPublic,
    seedDemo: isDemo(given.SEED_DEMO),
    accessTokenSeconds: given.ACCESS_TOKEN_SECONDS ?? 600,
    publicUrl,
    isTrial: isLoopback(new URL(publicUrl).hostname),
    brandName,
    emergencyNumber: given.EMERGENCY_NUMBER ?? '911',
    trustProxy: given.TRUST_PROXY,
    metricsToken: given.METRICS_TOKEN,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? `${brandName} <no-reply@${new URL(publicUrl).hostname}>`,
    safetyPromise: given.SAFETY_PROMISE,
    safety,
    papersNext: given.PAPERS_NEXT,
    phoneProvider: phoneProviderOf(given, safety),
    sealKey: given.SEAL_KEY ? Buffer.from(given.SEAL_KEY, 'base64') : undefined,
    requireInvite: given.REQUIRE_INVITE === '1',
    s3: s3Of(given),
    filesDir: join(dataDir, 'files'),
    stripe,
    demoPayments: !stripe && isDemo(given.DEMO_PAYMENTS),
    logLevel: given.LOG_LEVEL ?? 'info',
    webDist: given.WEB_DIST ? resolve(rootFolder, given.WEB_DIST) : join(rootFolder, 'web/dist'),
  }
}

/** @throws EnvError if half of a key is missing: nothing could be written, and nothing would say why. */
function s3Of(given: z.output<typeof variables>): S3Place | undefined {
  if (!given.S3_BUCKET) return undefined
  const [accessKeyId, secretAccessKey] = [given.S3_ACCESS_KEY_ID, given.S3_SECRET_ACCESS_KEY]
  if (!accessKeyId !== !secretAccessKey) {
    throw new EnvError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
  }
  return {
    bucket: given.S3_BUCKET,
    region: given.S3_REGION ?? 'us-east-1',
    endpoint: given.S3_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}

/** @throws EnvError if part of it is missing: users could make payments that we never hear of. */
function stripeOf(given: z.output<typeof variables>): StripeAccount | undefined {
  const needed = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'] as const
  const [secretKey, webhookSecret, priceId] = needed.map((name) => given[name])
  if (secretKey && webhookSecret && priceId) {
    return { secretKey, webhookSecret, priceId, apiBase: given.STRIPE_API_BASE }
  }
  if (secretKey || webhookSecret || priceId) {
    throw new EnvError('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID must be set together.')
  }
  return undefined
}

/** @throws EnvError if Twilio sends the codes and part of its account is missing. */
function phoneProviderOf(given: z.output<typeof variables>, safety: Env['safety']): Env['phoneProvider'] {
  const kind = given.PHONE_PROVIDER ?? (safety === 'relaxed' ? 'outbox' : undefined)
  if (kind !== 'twilio') return kind && { kind }
  const needed = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_VERIFY_SID'] as const
  const [accountSid, authToken, verifySid] = needed.map((name) => given[name])
  if (!accountSid || !authToken || !verifySid) {
    throw new EnvError(
      'PHONE_PROVIDER=twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_VERIFY_SID.',
    )
  }
  return { kind, accountSid, authToken, verifySid, apiBase: given.TWILIO_API_BASE }
}

// The value itself is never repeated: it may be a secret in the wrong variable.
function complaints(issues: readonly { path: PropertyKey[]; message: string }[]): string[] {
  const first = new Map(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
  return [...first].toReversed().map(([name, message]) => `${name} ${message}.`)
}

function wholeNumber(min: number, max: number, prompt: string) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, prompt)),
    z.pipe(z.transform(Number), z.number().check(z.gte(min, prompt), z.lte(max, prompt))),
  )
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Takes a name or an address, IPv6 also in brackets as in a URL. */
function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version === 0) return /^(.+\.)?localhost$/i.test(address)
  return loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return url.pathname.replace(/\/+$/, '') === '' && !url.search && !url.hash && !url.username
}

function isProxyList(text: string): boolean {
  const names = new Set(['loopback', 'linklocal', 'uniquelocal'])
  return text.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/')
    if (bits === undefined) return names.has(address) || isIP(address) !== 0
    return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= 128 && rest.length === 0
  })
}
