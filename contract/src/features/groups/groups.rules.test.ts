import { expect, test } from 'vitest'
import { codeProblem } from './groups.rules.ts'

test.each(['maple-street-2026', 'Oak-Street-Rm12', 'x7kq-93hm-wt5c', `${'a'.repeat(40)}bdfhkmpr`])(
  '%j is a good code to type',
  (code) => {
    expect(codeProblem(code)).toBeNull()
  },
)

test.each([
  ['maple-24', 'Please use at least 12 characters'],
  ['m'.repeat(65), 'Please use at most 64 characters'],
  ['maple street 26', 'Please use letters, numbers and hyphens only'],
  ['größe-street-26', 'Please use letters, numbers and hyphens only'],
  ['maplemaplemaple', 'Please use at least 8 different letters or numbers'],
  ['aaaa-aaaa-aaaa', 'Please use at least 8 different letters or numbers'],
  ['maple-street-1234', 'Please leave out runs such as 1234 or abcd'],
  ['maple-tree-dcba', 'Please leave out runs such as 1234 or abcd'],
  ['12-34-maplestone', 'Please leave out runs such as 1234 or abcd'],
])('%j is no good code: %s', (code, problem) => {
  expect(codeProblem(code)).toBe(problem)
})
