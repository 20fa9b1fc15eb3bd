import fc from 'fast-check'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabaseUrl } from '#test/database.ts'
import './value-parsers.ts'

const client = new pg.Client({ connectionString: await testDatabaseUrl() })
await client.connect()
afterAll(() => client.end())

async function read(expression: string, value: unknown): Promise<unknown> {
  const { rows } = await client.query(`select ${expression} as value`, [value])
  return rows[0].value
}

const moment = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
})

describe('values are read as they were sent', () => {
  test.each(['UTC', 'America/New_York', 'Asia/Kathmandu', 'America/St_Johns'])(
    'instants and lists of them, on a connection in %s',
    async (zone) => {
      await client.query(`set time zone '${zone}'`)
      await fc.assert(
        fc.asyncProperty(moment, fc.array(moment, { maxLength: 5 }), async (one, many) => {
          expect(await read('$1::timestamptz', one)).toEqual(one)
          expect(await read('$1::timestamptz[]', many)).toEqual(many)
        }),
        { seed: 20_261_125, numRuns: 50 },
      )
      await client.query('reset time zone')
    },
  )

  test('infinity, instants BC and a null in a list', async () => {
    expect(await read('$1::timestamptz', 'infinity')).toBe(Number.POSITIVE_INFINITY)
    expect(await read('$1::timestamptz', '0044-03-15 12:00:00+00 BC')).toEqual(
      new Date('-000043-03-15T12:00:00Z'),
    )
    expect(await read('$1::timestamptz[]', [null, new Date(0)])).toEqual([null, new Date(0)])
  })

  test('lists of ids, also empty or with a null', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()]
    expect(await read('$1::uuid[]', ids)).toEqual(ids)
    expect(await read('$1::uuid[]', [])).toEqual([])
    expect(await read('$1::uuid[]', [ids[0], null])).toEqual([ids[0], null])
    expect(await read('$1::uuid[]', null)).toBeNull()
  })
})
