import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { parseRows } from './scripts/check/tags.ts'
import { forgetSettings } from './scripts/settings.mjs'

forgetSettings()

/** Plain TypeScript, so what Node runs: a test that needs a DOM asks for it in its first line. */
const environment = 'node'

/** Waits for retries of the queue for half a minute: others use that time, unless it comes last. */
const waitsLong = /features\/push\/kill\.stress\.test\.ts$/

/** One that hangs fails; a machine that is busy with something else fails none. */
const testTimeout = 30_000

const rows = parseRows(readFileSync(resolve(import.meta.dirname, 'docs/requirements.tsv'), 'utf8'))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => waitsLong.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !waitsLong.test(moduleId)),
    ]
  }
}

export default defineConfig({
  test: {
    // Only who asks for it: npm run unit -- --watch FILE
    watch: false,
    sequence: { sequencer: LongestFirst },
    // The machines that run this have two cores; several files wait for most of their time.
    maxWorkers: 4,
    // Only what somebody would want to make faster is listed by name.
    slowTestThreshold: 3_000,
    passWithNoTests: true,
    // A test is tagged with the requirements that it proves.
    tags: rows.map(({ id, requirement }) => ({ name: id, description: requirement })),
    projects: [
      {
        test: {
          name: 'contract',
          isolate: false,
          environment,
          include: ['contract/src/**/*.test.ts'],
          testTimeout,
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          environment,
          include: ['server/**/*.test.ts'],
          exclude: ['server/test/runtime/**', '**/node_modules/**'],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/start-hour.ts'],
          testTimeout,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        // Web tests run where @vitejs/plugin-react isn't needed: oxc compiles JSX as tsconfig says.
        test: {
          name: 'web',
          environment,
          include: ['web/src/**/*.test.{ts,tsx}'],
          testTimeout,
        },
      },
      {
        test: { name: 'scripts', environment, include: ['scripts/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        // Starts whole processes and clusters, in folders and on ports of their own.
        test: {
          name: 'runtime',
          environment,
          include: ['server/test/runtime/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What has to come is waited for as long as the test may take.
          expect: { poll: { timeout: 100_000 } },
        },
      },
    ],
  },
})
