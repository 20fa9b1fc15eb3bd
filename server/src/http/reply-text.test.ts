import { listPlaydates } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { endpoint } from '@tagalong/contract/http/endpoint.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { replyText } from './reply-text.ts'

const call = endpoint({
  name: 'things.list',
  summary: 'List things',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/thing',
  data: z.array(
    z.object({
      name: z.string(),
      size: z.nullable(z.int()),
      note: z.optional(z.string()),
      owner: z.nullable(z.object({ name: z.string() })),
    }),
  ),
})
const thing = { name: 'a "ball"', size: null, owner: { name: 'Anna' } }

describe('the text of a reply', () => {
  test.each([true, false])('contains what the contract names and nothing else (checked: %s)', (checked) => {
    const write = replyText(call, checked)
    const hours = [{ day: 'Mon' }]
    expect(
      JSON.parse(
        write([
          { ...thing, hours, owner: { ...thing.owner, hours } },
          { ...thing, owner: null },
        ]),
      ),
    ).toEqual({ status: 200, data: [thing, { ...thing, owner: null }] })
  })

  test('can’t be written if a field is missing', () => {
    expect(() => replyText(call, false)([{ size: 1, owner: null }])).toThrow()
    expect(() => replyText(call, true)([{ size: 1, owner: null }])).toThrow(z.core.$ZodError)
  })

  test('has a page’s cursor and, if there is one, its total beside the data', () => {
    const paged = { ...call, paged: true }
    expect(JSON.parse(replyText(paged, true)({ data: [thing], nextCursor: null, total: 1 }))).toEqual({
      status: 200,
      data: [thing],
      nextCursor: null,
      total: 1,
    })
    expect(replyText(paged, false)({ data: [], nextCursor: 'x' })).toBe(
      '{"status":200,"data":[],"nextCursor":"x"}',
    )
  })

  test('is refused if checked and a value is invalid, even in the right shape', () => {
    const answer = { items: [], nextCursor: 'no id' }
    expect(() => replyText(listPlaydates, true)(answer)).toThrow(z.core.$ZodError)
  })
})
