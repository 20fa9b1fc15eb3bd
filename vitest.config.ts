import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { parseRows } from './scripts/check/tags.ts'
import { forgetSettings } from './scripts/settings.mjs'

forgetSettings()

/** Node, since most is plain TypeScript. A test that needs a DOM names it in its first line. */
const environment = 'node'

/** Waits half a minute for retries of the queue: other tests use that time, unless it runs last. */
const waitsLong = /features\/push\/kill\.stress\.test\.ts$/

/** Long enough for a busy machine, short enough for a test that hangs to fail. */
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
    // Only on request: npm run unit -- --watch FILE
    watch: false,
    sequence: { sequencer: LongestFirst },
    // For machines with two cores; several files spend most of their time waiting.
    maxWorkers: 4,
    // Only tests worth making faster are listed.
    slowTestThreshold: 3_000,
    passWithNoTests: true,
    // Tests are tagged with the requirements that they prove.
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
        // Needs no @vitejs/plugin-react: oxc compiles JSX as tsconfig says.
        test: {
          name: 'web',
          environment,
          include: ['web/src/**/*.test.{ts,tsx}'],
          testTimeout,
        },
      },
      {
        test: {
          name: 'scripts',
          environment,
          include: ['scripts/**/*.test.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        // Starts whole processes and clusters, in their own folders and on their own ports.
        test: {
          name: 'runtime',
          environment,
          include: ['server/test/runtime/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Polls wait almost as long as a test may take.
          expect: { poll: { timeout: 100_000 } },
        },
      },
    ],
  },
})
