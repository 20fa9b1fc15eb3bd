import { expect, test } from 'vitest'
import { googleCalendarOf, webcalOf } from './google.ts'

test('Google is offered only an address that it can reach', () => {
  const feed = 'https://playdates.example/calendar/abc.ics'
  expect(webcalOf(feed)).toBe('webcal://playdates.example/calendar/abc.ics')
  expect(googleCalendarOf(feed)).toBe(
    'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fplaydates.example%2Fcalendar%2Fabc.ics',
  )
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]', 'box', 'school.local', 'app.internal'])
    expect(googleCalendarOf(`http://${host}/calendar/abc.ics`)).toBe(null)
})
