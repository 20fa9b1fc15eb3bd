import { expect, test } from 'vitest'
import { changesOf } from '#ui/form/changes.ts'
import { noValues, sentFields, valuesOf } from './child-values.ts'

const mia = {
  firstName: 'Mia',
  lastNameInitial: 'B',
  school: 'Oak Street',
  grade: '2',
  photo: 'A'.repeat(32),
  availability: [{ day: 'Mon' as const, blocks: [{ start: 15, end: 18 }] }],
  helpsFriends: false,
}

test('stored values fill the inputs; null leaves them empty', () => {
  expect(valuesOf(mia)).toEqual(mia)
  expect(
    valuesOf({ firstName: 'Ida', lastNameInitial: 'K', school: null, grade: null, availability: null }),
  ).toEqual({ ...noValues, firstName: 'Ida', lastNameInitial: 'K' })
})

test('only what differs from the stored child is kept', () => {
  const stored = valuesOf(mia)
  expect(changesOf(stored, valuesOf(structuredClone(mia)))).toEqual({})
  expect(changesOf({ ...stored, school: '', availability: [] }, stored)).toEqual({
    school: '',
    availability: [],
  })
})

test('an input that was left empty is sent as null', () => {
  expect(sentFields({ ...noValues, firstName: 'Ida', lastNameInitial: 'K' })).toEqual({
    firstName: 'Ida',
    lastNameInitial: 'K',
    school: null,
    grade: null,
    photo: null,
    availability: null,
    helpsFriends: true,
  })
  expect(sentFields(valuesOf(mia))).toEqual(mia)
})
