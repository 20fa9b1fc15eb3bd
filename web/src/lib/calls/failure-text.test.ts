import { expect, test, vi } from 'vitest'

// The brand is read from the document.
vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => undefined, hidden: false })

const { ApiError } = await import('./api.ts')
const { failureText } = await import('./failure-text.ts')

const refused = new ApiError(409, 'Already there', { isServersText: true })

test('a rejection that is a text is shown as it is', { tags: ['ERR-46'] }, () => {
  expect(failureText('abc', { 409: 'mapped' })).toBe('abc')
})

test('the map’s entry for the status comes first', { tags: ['ERR-47'] }, () => {
  expect(failureText(refused, { 409: 'mapped' })).toBe('mapped')
  expect(failureText({ status: 409, error: 'Already there' }, { 409: 'mapped' })).toBe('mapped')
})

test('without an entry the error’s text is shown', { tags: ['ERR-48'] }, () => {
  expect(failureText(refused, { 500: 'mapped' })).toBe('Already there')
  expect(failureText({ status: 409, error: 'Already there' })).toBe('Already there')
})

test('with neither it says ‘Something went wrong...’', { tags: ['ERR-49'] }, () => {
  expect(failureText(new ApiError(500, 'Internal Server Error'))).toBe('Something went wrong...')
  expect(failureText({ status: 500 })).toBe('Something went wrong...')
  expect(failureText(new TypeError('x is not a function'))).toBe('Something went wrong...')
  expect(failureText(undefined)).toBe('Something went wrong...')
})

test('a message left empty on purpose says ‘Something went wrong.’', { tags: ['ERR-50', 'FORM-38'] }, () => {
  expect(failureText('')).toBe('Something went wrong.')
  expect(failureText(refused, { 409: '' })).toBe('Something went wrong.')
})
