import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { forgetSettings } from '../scripts/settings.mjs'
import { engineNames } from './engines/engine.ts'

forgetSettings()

/** npm run browsers: the same journeys in each engine. `npm run browsers -- -g chat --project=WebKit` runs some. */
export default defineConfig<object, { engineName: (typeof engineNames)[number] }>({
  testDir: 'engines',
  testMatch: '*.journeys.ts',
  outputDir: resolve(import.meta.dirname, '../test-results/browsers'),
  globalSetup: './server.ts',
  // One engine after the other: three at once would slow each other down.
  workers: 1,
  retries: 0,
  timeout: 180_000,
  reporter: [['list'], ['./engines/table-reporter.ts']],
  use: { baseURL: process.env.E2E_BASE_URL },
  projects: engineNames.map((name) => ({ name, use: { engineName: name } })),
})
