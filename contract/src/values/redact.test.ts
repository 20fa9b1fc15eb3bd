import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each(['-', '_', 'x'])('a token that ends with %j is hidden entirely', { tags: ['TIME-41'] }, (last) => {
  const token = `${'a1'.repeat(21)}${last}`
  expect(redact(`/elsewhere/${token}.ics`)).toBe('/elsewhere/[hidden].ics')
})
