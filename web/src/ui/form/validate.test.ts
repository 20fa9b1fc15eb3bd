import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Rule } from './form-types.ts'
import { validate } from './validate.ts'

const order = ['name', 'zip', 'again']
const values = { name: '', zip: '1', again: '2' }

test('a rule gets its field’s value and all values, and its prompt is shown if it fails', {
  tags: ['FORM-01', 'FORM-13'],
}, async () => {
  const asked: unknown[] = []
  const rule: Rule = {
    field: 'again',
    isValid: (value, all) => {
      asked.push(value, all)
      return value === all.zip
    },
    prompt: 'Not the same',
  }
  expect(await validate({ rules: [rule] }, order, values)).toEqual([
    { field: 'again', prompt: 'Not the same' },
  ])
  expect(asked).toEqual(['2', values])
  expect(await validate({ rules: [rule] }, order, { ...values, again: '1' })).toEqual([])
})

test('of each field the first failing rule is shown, whatever the order of the fields', {
  tags: ['FORM-14'],
}, async () => {
  const rules: Rule[] = [
    { field: 'again', isValid: () => true },
    { field: 'zip', isValid: async () => false, prompt: 'zip first' },
    { field: 'name', isValid: () => false, prompt: 'name' },
    { field: 'zip', isValid: () => false, prompt: 'zip second' },
  ]
  const found = await validate({ rules }, order, values)
  expect(found.map(({ prompt }) => prompt)).toEqual(['zip first', 'name'])
})

test('a failing rule says ‘Invalid input’ by default, and ‘Something went wrong.’ if its prompt is empty', {
  tags: ['FORM-15', 'FORM-38'],
}, async () => {
  const isValid = () => false
  expect(await validate({ rules: [{ field: 'name', isValid }] }, order, values)).toEqual([
    { field: 'name', prompt: 'Invalid input' },
  ])
  expect(await validate({ rules: [{ field: 'name', isValid, prompt: '' }] }, order, values)).toEqual([
    { field: 'name', prompt: 'Something went wrong.' },
  ])
})

test('a schema’s findings come before the rules, in the order of the fields', {
  tags: ['FORM-14'],
}, async () => {
  const schema = z.object({
    zip: z.string().check(z.minLength(5, 'five')),
    name: z.string().check(z.minLength(1, 'a name')),
  })
  const rules: Rule[] = [{ field: 'again', isValid: () => false, prompt: 'again' }]
  const found = await validate({ schema, rules }, order, values)
  expect(found.map(({ prompt }) => prompt)).toEqual(['a name', 'five', 'again'])
})
