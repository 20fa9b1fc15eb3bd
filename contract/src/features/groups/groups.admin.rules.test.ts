import { expect, test } from 'vitest'
import { codeProblem } from './groups.admin.rules.ts'

test.each([
  'maple-street-2026',
  'Oak-Street-Rm12',
  'x7kq-93hm-wt5c',
  // The shortest, the longest and the most repetitive allowed.
  'bdfhkmpr-xyt',
  `${'a'.repeat(56)}bdfhkmpr`,
  'bdfhkmpr-bdfhkmpr',
  // Three in a row are not a run yet, up or down, once or twice; nor are two threes that meet.
  'abc-maple-street',
  'maple-street-cba',
  '123-789-maple-xy',
  'abc-cba-maple-st',
])('%j is accepted as a code', (code) => {
  expect(codeProblem(code)).toBeNull()
})

test.each([
  ['maple-24', 'Please use at least 12 characters'],
  ['bdfhkmpr-x', 'Please use at least 12 characters'],
  ['bdfhkmpr-xy', 'Please use at least 12 characters'],
  [`${'a'.repeat(57)}bdfhkmpr`, 'Please use at most 64 characters'],
  ['bdfhkmp-bdfhkmp', 'Please use at least 8 different letters or numbers'],
  ['Bbdfhkmp-bdfhkmp', 'Please use at least 8 different letters or numbers'],
  ['maple street 26', 'Please use letters, numbers and hyphens only'],
  ['größe-street-26', 'Please use letters, numbers and hyphens only'],
  ['maplemaplemaple', 'Please use at least 8 different letters or numbers'],
  ['aaaa-aaaa-aaaa', 'Please use at least 8 different letters or numbers'],
  ['maple-street-1234', 'Please leave out runs such as 1234 or abcd'],
  ['maple-tree-dcba', 'Please leave out runs such as 1234 or abcd'],
  ['abcd-maple-street', 'Please leave out runs such as 1234 or abcd'],
  ['maple-AbCd-street', 'Please leave out runs such as 1234 or abcd'],
  ['12-34-maplestone', 'Please leave out runs such as 1234 or abcd'],
])('%j is refused as a code: %s', (code, problem) => {
  expect(codeProblem(code)).toBe(problem)
})
