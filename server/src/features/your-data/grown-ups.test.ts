import { downloadMyData } from '@tagalong/contract/features/your-data/your-data.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { unzip } from '#test/unzip.ts'
import { addGuardian, addHelper, addParent, type Parent } from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.reset()
})
afterAll(() => t.close())

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)

async function filesOf(as: Parent) {
  const files = unzip((await t.call(downloadMyData, {}, { as })).bytes)
  const all = [...files.values()].map(String).join('\n')
  return { all, grownUps: JSON.parse(files.get('grown-ups.json')?.toString() ?? '') }
}

test('a download names a place’s child only while the place is live', { tags: ['SAFE-77'] }, async () => {
  const children = [{ firstName: 'Mia' }, { firstName: 'Noa' }]
  const anna = await addParent(t.database, { name: 'Anna', children })
  const ben = await addParent(t.database, { name: 'Ben', children: [] })
  const [mia, noa] = anna.children
  await addGuardian(t.database, mia, ben, { sharesPlaces: false })
  await addHelper(t.database, noa, ben, { adder: anna })
  await sql(
    `insert into guardian_invite (id, child_id, invited_by, label, role, token_hash, expires_at)
      values (gen_random_uuid(), $1, $2, 'Grandma', 'guardian', 'x', now())`,
    mia,
    ben.caregiverId,
  )
  const before = (await filesOf(ben)).grownUps
  expect(before.links).toMatchObject([{ label: 'Grandma', role: 'guardian' }])
  expect(before.places).toMatchObject([
    { child: 'Mia', role: 'guardian', until: null, sharesPlaces: false, addedBy: null },
    { child: 'Noa', role: 'helper', addedBy: 'Anna Example' },
  ])
  await sql('update guardianship set until = now() where caregiver_id = $1', ben.caregiverId)
  const { all, grownUps } = await filesOf(ben)
  expect(grownUps.places).toMatchObject([{ child: null }, { child: null }])
  expect(all).not.toContain('Mia')
  expect(all).not.toContain('Noa')
})
