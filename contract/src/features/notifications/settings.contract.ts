import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'

/** When notifications are mailed: after ten minutes, once a day, or never. */
export const mailChoices = ['soon', 'daily', 'off'] as const
export type MailChoice = (typeof mailChoices)[number]

const hour = z.nullable(z.int().check(z.gte(0), z.lte(23)))
const fields = { mail: z.enum(mailChoices), quietFrom: hour, quietTo: hour }

/** Quiet hours are whole hours in the profile's time zone, and may span midnight; null if there are none. */
export const noticeSettings = z.object(fields)
export type NoticeSettings = z.infer<typeof noticeSettings>

export const getNoticeSettings = endpoint({
  name: 'notifications.getSettings',
  summary: 'Read what is heard, and when',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/notice-settings',
  data: noticeSettings,
})

/** Reschedules what waits to be pushed or mailed. */
export const setNoticeSettings = endpoint({
  name: 'notifications.setSettings',
  summary: 'Choose what is heard, and when',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/notice-settings',
  body: z.strictObject(fields).check(
    z.refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
      path: ['quietTo'],
    }),
    z.refine(({ quietFrom, quietTo }) => quietFrom === null || quietFrom !== quietTo, {
      error: m.prompt_quiet_hours_equal,
      path: ['quietTo'],
    }),
  ),
  data: noticeSettings,
})
