import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { isUnavailable } from './database.ts'

test('a server that only reads counts as unavailable: another one leads, or will', async () => {
  const { pool } = await testDatabase()
  const client = await pool.connect()
  await client.query('begin')
  await client.query('set transaction read only')
  const outcome = client.query('insert into app_secret (name, value) values ($1, $2)', ['x', 'y'])
  expect(await outcome.then(() => null, isUnavailable)).toBe(true)
  await client.query('rollback')
  client.release()
})
