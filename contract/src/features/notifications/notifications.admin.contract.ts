import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { appPath } from '../../values/app-path.ts'
import { id } from '../../values/id.ts'
import { text } from '../../values/text.ts'

/** What an administrator sends to users. */
export const newsFields = {
  title: text(200, 'Please enter what you want to say'),
  url: appPath,
}

/** To that user only. 400 if there is no such user. */
export const sendNotification = endpoint({
  name: 'notifications.send',
  summary: 'Notify a user',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/send-notification',
  body: z.strictObject({ user: id, ...newsFields }),
  data: z.object({}),
  idempotent: true,
})

/** Shown if the user doesn't exist. */
export const noSuchUser = 'There is no such user any more'
