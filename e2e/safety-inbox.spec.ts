import { administrator } from './administrators.ts'
import { connect } from './events.ts'
import { expect, test } from './fixtures.ts'
import { callAs, quickFamily } from './people.ts'
import { isSound } from './sound.ts'

test('an administrator reads a report, and sees who reported only on request', {
  tag: ['@SAFE-34', '@SAFE-80'],
}, async ({ browser, expectErrors }) => {
  const kira = await quickFamily(browser, 'Kira', { child: 'Mia' })
  const luca = await quickFamily(browser, 'Luca', { child: 'Leo' })
  await connect(kira, luca)
  const { body } = await callAs(kira, 'GET', '/api/app/connection')
  const [{ inviter, invitee }] = body.data
  const target = [inviter, invitee].find(({ name }) => name === 'Luca')._id
  for (const words of ['He came to our door.', 'Twice.']) {
    const reply = await callAs(kira, 'POST', '/api/app/report', {
      kind: 'person',
      target,
      reason: 'danger',
      words,
    })
    expect(reply.status).toBe(201)
  }
  const { page } = await administrator(browser, 'Maja')
  await page.goto('/admin')
  await page
    .getByRole('link', { name: /^Reports/ })
    .first()
    .click()
  const row = page.getByRole('row').filter({ hasText: 'Luca Example' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('a person · 1 report')
  await expect(row).toContainText('Child in danger')
  await isSound(page)
  await page.getByRole('link', { name: 'Luca Example' }).click()
  await expect(page.getByRole('heading', { name: 'Report about Luca Example' })).toBeVisible()
  await expect(page.getByText('He came to our door.')).toBeVisible()
  await expect(page.getByText('Twice.')).toBeVisible()
  await expect(page.getByText('Kira')).toHaveCount(0)
  await page.getByRole('button', { name: 'Who reported' }).click()
  await expect(page.getByText('Reported by Kira Example')).toBeVisible()
  await isSound(page)
  await expectErrors(/404/)
  await page.goto('/admin/reports/00000000-0000-7000-8000-000000000000')
  await expect(page.getByText('Not found')).toBeVisible()
})
