import { expect, test } from 'vitest'
import { m } from '../../messages.ts'
import { largestPhoto, photoTypes, viewLinkLife } from './files.rules.ts'

test('the texts name the types and the size that a photo may have', () => {
  const names = photoTypes.map((type) => type.replace('image/', ''))
  expect(m.prompt_photo_wrong_type().toLowerCase()).toContain(`${names[0]}, ${names[1]} or ${names[2]}`)
  expect(names).toHaveLength(3)
  expect(m.prompt_photo_too_large()).toContain(`at most ${largestPhoto / 2 ** 20} MB`)
})

test('a link is valid for half a day', () => {
  const from = Date.parse('2026-11-20T00:00:00Z')
  expect(new Date(from + viewLinkLife).toISOString()).toBe('2026-11-20T12:00:00.000Z')
})
