import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'

/** When what happens is mailed: ten minutes later, once a day, or not at all. */
export const mailChoices = ['soon', 'daily', 'off'] as const
export type MailChoice = (typeof mailChoices)[number]

const hour = z.nullable(z.int().check(z.gte(0), z.lte(23)))
const fields = { mail: z.enum(mailChoices), quietFrom: hour, quietTo: hour }

/** Quiet hours are whole hours on the clock of the profile's zone, over midnight or not; null where there are none. */
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

/** What waits to be pushed or mailed is set anew. */
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
