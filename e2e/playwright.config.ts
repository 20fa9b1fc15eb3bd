import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../scripts/chromium.mjs'
import { forgetSettings } from '../scripts/settings.mjs'

forgetSettings()

const root = resolve(import.meta.dirname, '..')
const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium was found: npm test installs it, or say CHROMIUM_PATH.')

/** Tests that need the full browser: its PDF viewer, service workers, pushes and windows. */
const whole = ['media.spec.ts', 'offline.spec.ts', 'push-worker.spec.ts']

/** Chromium uses only the last of several such lists, so this one includes Playwright's own. */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Each context would start a process for its next page, which hardly any journey opens: a tenth of the whole run.
  'SpareRendererForSitePerProcess',
]

const launched = (path: string) => ({
  launchOptions: {
    executablePath: path,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
      `--disable-features=${withoutFeatures.join(',')}`,
    ],
  },
})

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: resolve(root, 'test-results'),
  globalSetup: ['./server.ts', './harness/build.ts'],
  fullyParallel: true,
  // For two cores: journeys spend a third of their time waiting for each other or for the network. With a fourth, each
  // takes a quarter longer on a busy machine, and all of them hardly less.
  workers: 3,
  // One try each: flakiness is a bug of the app or of the journey.
  retries: 0,
  // For a journey of two people on a busy machine.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: resolve(root, '.test/e2e.json') }]],
  use: {
    // Set by the global setup, before the workers read this file.
    baseURL: process.env.E2E_BASE_URL,
    actionTimeout: 10_000,
    // Recording takes a third of the whole run: set TRACE=1 to look into a failure.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // Skips transitions that tests would have to wait for.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/New_York',
    // Each new context would prefetch the whole app: only journeys about the worker allow it.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'whole', testMatch: whole, use: launched(executablePath) },
    { name: 'light', testIgnore: whole, use: launched(findHeadlessShell() ?? executablePath) },
  ],
})
