import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each(['-', '_', 'x'])('a token that ends with %j is hidden entirely', { tags: ['TIME-41'] }, (last) => {
  const token = `${'a1'.repeat(21)}${last}`
  expect(redact(`/elsewhere/${token}.ics`)).toBe('/elsewhere/[hidden].ics')
})

test('a token without a digit is hidden, and a longer name isn’t', { tags: ['TIME-41'] }, () => {
  expect(redact(`Bearer ${'aB'.repeat(21)}c`)).toBe('Bearer [hidden]')
  const name = 'useCaregiversWhoAreConnectedWithTheOwnerOfThisPlaydate'
  expect(redact(`at ${name}`)).toBe(`at ${name}`)
})
