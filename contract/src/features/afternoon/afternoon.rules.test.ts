import { expect, test } from 'vitest'
import { afternoonEnd } from './afternoon.rules.ts'

test('an afternoon ends two hours after its playdate', { tags: ['PLAN-96'] }, () => {
  const end = afternoonEnd(new Date('2026-11-20T18:00:00Z'), 90)
  expect(end.toISOString()).toBe('2026-11-20T21:30:00.000Z')
})
