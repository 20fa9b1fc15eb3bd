import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf } from './commit-message.mjs'

test.each([
  'fix(chat): keep order after reconnect',
  'docs: move settings to operations',
  "fix(playdates): 'Your turn' wraps below its heading",
  'perf(web): bring the font before the scripts',
  `feat(web): ${'a'.repeat(61)}`,
  'fix(chat): keep order after reconnect\n\nWhy, and what was not affected.',
  'fix(chat): keep order\n# a comment of git\n# ------------------------ >8 ------------------------\ndiff --git a b',
  "Merge branch 'main' into chat",
  'Revert "fix(chat): keep order after reconnect."\n\nThis reverts commit 1234567.',
])('%j passes', (message) => {
  expect(faultsOf(message)).toEqual([])
})

test.each([
  ['Keep order after reconnect', 'type(scope): text'],
  ['fixes(chat): keep order', 'type(scope): text'],
  ['fix(chat):keep order', 'type(scope): text'],
  ['', 'type(scope): text'],
  ['fix(chat): messages over the limit wait', "'messages' is no imperative"],
  ['fix(chat): added an order', "'added' is no imperative"],
  ['fix(chat): keeping order', "'keeping' is no imperative"],
  ['test(e2e): a message arrives before the next', "'a' is no imperative"],
  [`feat(web): ${'a'.repeat(62)}`, 'The title has 73 characters; 72 is the max.'],
  ['fix(chat): keep order.', 'full stop'],
  ['feat(web): keep order; docs: say so', 'one commit, one thing'],
  ['fix(chat): keep order\nWhy.', 'A blank line is missing'],
])('%j is refused', (message, fault) => {
  expect(faultsOf(message)).toEqual([expect.stringContaining(fault)])
})

test('git runs the check once the hooks are switched on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-commits-'))
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
      cwd: folder,
      encoding: 'utf8',
    })
  try {
    execFileSync('git', ['init', '--quiet', folder])
    git('config', 'core.hooksPath', resolve(import.meta.dirname, 'hooks'))
    const refused = git('commit', '--allow-empty', '--message', 'Something else.')
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('type(scope): text')])
    expect(git('commit', '--allow-empty', '--message', 'docs: say something else').status).toBe(0)
    expect(git('log', '--format=%s').stdout).toBe('docs: say something else\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
