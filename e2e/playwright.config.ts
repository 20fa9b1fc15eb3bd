import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../scripts/chromium.mjs'
import { forgetSettings } from '../scripts/settings.mjs'

forgetSettings()

const root = resolve(import.meta.dirname, '..')
const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium was found: npm test installs it, or say CHROMIUM_PATH.')

/** What takes a whole browser: its viewer of PDFs, service workers, pushes and windows. */
const whole = ['media.spec.ts', 'offline.spec.ts', 'push-worker.spec.ts']

/** Of several such lists Chromium heeds the last one alone: Playwright's own come first. */
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
  // Each context would start a process for a next page, and hardly any journey has one: a tenth of the whole run.
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
  // Two cores, and journeys that wait for each other or for the network for a third of their time.
  workers: 4,
  // Each has one try: what fails now and then is a fault of the app or of the journey.
  retries: 0,
  // A journey of two people, on a machine that is busy with another one.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: resolve(root, '.test/e2e.json') }]],
  use: {
    // Set by the global setup, before the workers read this file.
    baseURL: process.env.E2E_BASE_URL,
    actionTimeout: 10_000,
    // Recording costs a third of the whole run: TRACE=1 for whoever looks into a failure.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // Nothing is waited for that only glides.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/New_York',
    // Each fresh browser would fetch the whole app ahead: only journeys about the worker let it.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'whole', testMatch: whole, use: launched(executablePath) },
    { name: 'light', testIgnore: whole, use: launched(findHeadlessShell() ?? executablePath) },
  ],
})
