import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EnvError, readEnv, rootFolder } from '#env.ts'

describe('the environment', () => {
  test('if empty, gives an app on this machine with everything in the checkout', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: join(rootFolder, '.data'),
      databaseUrl: undefined,
      redisUrl: undefined,
      drainSeconds: 0,
      isPublic: false,
      seedDemo: true,
      accessTokenSeconds: 600,
      publicUrl: 'http://localhost:3000',
      isTrial: true,
      brandName: 'Tagalong',
      emergencyNumber: '911',
      trustProxy: undefined,
      metricsToken: undefined,
      smtpUrl: undefined,
      mailFrom: 'Tagalong <no-reply@localhost>',
      requireInvite: false,
      safetyPromise: undefined,
      s3: undefined,
      filesDir: join(rootFolder, '.data/files'),
      stripe: undefined,
      demoPayments: true,
      sealKey: undefined,
      safety: 'relaxed',
      phoneProvider: { kind: 'outbox' },
      logLevel: 'info',
      webDist: join(rootFolder, 'web/dist'),
    })
  })

  test('an empty variable counts as not set', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ', SEED_DEMO: '' })).toEqual(readEnv({}))
  })

  test('the public address includes the port and loses its trailing slash', () => {
    expect(readEnv({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
    expect(readEnv({ PUBLIC_URL: 'https://play.example.org/' }).publicUrl).toBe('https://play.example.org')
  })

  test.each([
    [{}, false],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, false],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://tagalong.localhost:3000' }, false],
    [{ HOST: '127.0.0.2', PUBLIC_URL: 'http://127.0.0.2:3000' }, false],
    [{ PUBLIC_URL: 'https://play.example.org' }, true],
    [{ PUBLIC_URL: 'http://localhost.example.org' }, true],
    [{ HOST: '0.0.0.0' }, true],
    [{ HOST: '::' }, true],
    [{ HOST: '192.168.1.5' }, true],
  ])('%o is public: %s; if public, demo families and demo payments are off by default', (given, isPublic) => {
    const demo = (env: Record<string, string>) => {
      const { seedDemo, demoPayments } = readEnv({ ...given, ...env })
      return [seedDemo, demoPayments]
    }
    expect(readEnv(given).isPublic).toBe(isPublic)
    expect(demo({})).toEqual([!isPublic, !isPublic])
    expect(demo({ SEED_DEMO: '1', DEMO_PAYMENTS: '1' })).toEqual([true, true])
    expect(demo({ SEED_DEMO: '0', DEMO_PAYMENTS: '0' })).toEqual([false, false])
  })

  test.each([
    [{}, 'relaxed', 'outbox'],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'relaxed', 'outbox'],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, 'relaxed', 'outbox'],
    [{ PUBLIC_URL: 'https://x.example' }, 'strict', undefined],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000', TRUST_PROXY: 'loopback' }, 'strict', undefined],
    [{ PUBLIC_URL: 'https://x.example', SAFETY: 'relaxed' }, 'relaxed', 'outbox'],
    [{ SAFETY: 'strict' }, 'strict', undefined],
    [{ SAFETY: 'strict', PHONE_PROVIDER: 'outbox' }, 'strict', 'outbox'],
  ])(
    '%o has safety %s and sends codes by %s',
    { tags: ['SAFE-17', 'SAFE-82'] },
    (given, safety, provider) => {
      const env = readEnv(given)
      expect([env.safety, env.phoneProvider?.kind]).toEqual([safety, provider])
    },
  )

  test('Twilio needs all of its variables, and errors don’t contain its secret', () => {
    const account = {
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'secret',
      TWILIO_VERIFY_SID: `VA${'0'.repeat(32)}`,
    }
    const read = (change: Record<string, string>) =>
      readEnv({ PHONE_PROVIDER: 'twilio', ...account, ...change }).phoneProvider
    expect(read({})).toEqual({
      kind: 'twilio',
      accountSid: account.TWILIO_ACCOUNT_SID,
      authToken: 'secret',
      verifySid: account.TWILIO_VERIFY_SID,
      apiBase: undefined,
    })
    for (const name of Object.keys(account)) {
      expect(() => read({ [name]: '' })).toThrow(/^PHONE_PROVIDER=twilio needs /)
      expect(() => read({ [name]: '' })).not.toThrow(/secret/)
    }
  })

  test('TRUST_PROXY takes addresses, ranges and kinds', () => {
    const trustProxy = 'loopback, 10.0.0.0/8, ::1'
    expect(readEnv({ TRUST_PROXY: trustProxy }).trustProxy).toBe(trustProxy)
  })

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000x'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['REQUIRE_INVITE', 'yes'],
    ['SEED_DEMO', 'no'],
    ['DEMO_PAYMENTS', 'yes'],
    ['ACCESS_TOKEN_SECONDS', '0'],
    ['ACCESS_TOKEN_SECONDS', '1.5'],
    ['DATABASE_URL', 'mysql://someone:secret@host/db'],
    ['REDIS_URL', 'http://:secret@host:6379'],
    ['DRAIN_SECONDS', '61'],
    ['PUBLIC_URL', 'play.example.org'],
    ['PUBLIC_URL', 'https://play.example.org/app'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['METRICS_TOKEN', 'short'],
    ['SAFETY', 'none'],
    ['PHONE_PROVIDER', 'secret'],
    ['TWILIO_ACCOUNT_SID', 'secret'],
    ['TWILIO_VERIFY_SID', 'secret'],
    ['TWILIO_API_BASE', 'https://api.example.org/v1'],
    ['STRIPE_SECRET_KEY', 'pk_live_secret'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_PRICE_ID', 'prod_secret'],
    ['STRIPE_API_BASE', 'https://api.example.org/v1'],
    ['LOG_LEVEL', 'loud'],
    ['BRAND_NAME', 'x'.repeat(41)],
    ['SAFETY_PROMISE', 'x'.repeat(301)],
    ['PAPERS_NEXT', 'tomorrow'],
  ])('%s=%s is refused in one line that reveals no secret', (name, value) => {
    const read = () => readEnv({ [name]: value })
    expect(read).toThrow(EnvError)
    expect(read).toThrow(new RegExp(`^${name} must [^\\n]+\\.$`))
    expect(read).not.toThrow(/secret/)
  })

  test('Stripe’s variables must be set together or not at all', () => {
    const [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID] = ['sk_test_a', 'whsec_b', 'price_c']
    expect(readEnv({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID }).stripe).toEqual({
      secretKey: 'sk_test_a',
      webhookSecret: 'whsec_b',
      priceId: 'price_c',
      apiBase: undefined,
    })
    for (const half of [{ STRIPE_SECRET_KEY }, { STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID }]) {
      expect(() => readEnv(half)).toThrow(/^STRIPE_SECRET_KEY, .* must be set together\.$/)
    }
  })

  test('each invalid variable gets its own line', () => {
    expect(() => readEnv({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/^PORT must .*\nLOG_LEVEL must .*$/)
  })
})
