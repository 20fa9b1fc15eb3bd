import { expect, test } from 'vitest'
import type { FormField } from './form-types.ts'
import { heldValues, sentValues } from './values.ts'

const fields: readonly FormField[] = [
  { name: 'name' },
  { name: 'isOpen', type: 'toggle' },
  { name: 'birthday', type: 'date' },
  { name: 'start', type: 'datetime-local' },
  { name: 'end', type: 'datetime-local', withSeconds: true },
  { name: 'place.street' },
]

test('dates and times are sent as dates, read from the input’s ISO text; an empty one is null', {
  tags: ['FORM-27'],
}, () => {
  const sent = sentValues(fields, {
    name: 'Ada',
    isOpen: true,
    birthday: '2026-05-04',
    start: '2026-05-04T10:30',
    end: '',
    place: { street: 'Elm' },
    other: 1,
  })
  expect(sent).toEqual({
    name: 'Ada',
    isOpen: true,
    birthday: new Date('2026-05-04T00:00:00.000Z'),
    start: new Date(2026, 4, 4, 10, 30),
    end: null,
    place: { street: 'Elm' },
  })
})

test('loaded values become what the inputs can hold, and are sent back unchanged', {
  tags: ['FORM-32'],
}, () => {
  const end = new Date(2026, 4, 4, 11, 30, 15)
  const held = heldValues(fields, {
    name: null,
    birthday: '2026-05-04T00:00:00.000Z',
    end: end.toISOString(),
    place: { street: 'Elm' },
  })
  expect(held).toEqual({
    name: '',
    isOpen: false,
    birthday: '2026-05-04',
    start: '',
    end: '2026-05-04T11:30:15',
    place: { street: 'Elm' },
  })
  expect(sentValues(fields, held)).toMatchObject({ birthday: new Date('2026-05-04'), end })
})
