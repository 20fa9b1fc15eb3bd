import { describe, expect, test } from 'vitest'
import { comingVersions, currentVersion, newestVersion, papers, versionsOf } from './papers.rules.ts'

describe.each(papers)('the paper %s', (paper) => {
  const first = versionsOf(paper)[0]?.day ?? ''

  test('has the version of the day, or the first one before there was any', () => {
    expect(first).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(newestVersion(paper)).toBe(versionsOf(paper).at(-1)?.day)
    expect(currentVersion(paper, first)).toBe(first)
    expect(currentVersion(paper, '2000-01-01')).toBe(first)
    expect(currentVersion(paper, '9000-01-01')).toBe(newestVersion(paper))
  })

  test('has a trial like any other version from its day on', () => {
    const [before, trial] = ['8999-12-31', '9000-01-01']
    expect(versionsOf(paper, trial).map(({ day }) => day)).toEqual([
      ...versionsOf(paper).map(({ day }) => day),
      trial,
    ])
    expect(versionsOf(paper, trial).at(-1)?.changes).toHaveLength(1)
    expect(currentVersion(paper, before, trial)).toBe(newestVersion(paper))
    expect(currentVersion(paper, trial, trial)).toBe(trial)
    expect(newestVersion(paper)).not.toBe(trial)
  })
})

test('coming versions are listed by day, with the papers they change', () => {
  const [today, trial] = ['8999-12-31', '9000-01-01']
  expect(comingVersions(today).size).toBe(0)
  const coming = comingVersions(today, trial)
  expect([...coming.keys()]).toEqual([trial])
  expect(Object.keys(coming.get(trial) ?? {})).toEqual([...papers])
  expect(comingVersions(trial, trial).size).toBe(0)
})
