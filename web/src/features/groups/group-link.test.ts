import { expect, test } from 'vitest'
import { groupIdOf } from './group-link.ts'

const id = '0198c0de-0000-7000-8000-0000000000ab'

test.each([
  [id, id],
  [`  ${id.toUpperCase()} `, id],
  [`https://play.example.org/group/${id}`, id],
  [`play.example.org/group/${id}/?from=mail#top`, id],
  [`/group/${id}`, id],
  ['', null],
  ['Marker group', null],
  [`https://play.example.org/connection/${id}`, null],
  [`${id}0`, null],
  [`https://play.example.org/group/${id}/../../admin`, null],
])('%j leads to the group %j', { tags: ['GROUP-03'] }, (typed, expected) => {
  expect(groupIdOf(typed)).toBe(expected)
})
