import { m } from '@tagalong/contract/messages.ts'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#db/database.ts'
import { Refusal } from '#http/refusal.ts'
import { sendRefusal } from '#http/server/errors.ts'
import type { Payments } from '#integrations/payments.ts'
import type { Queue } from '#jobs/queue.ts'
import { receiveEvent } from './subscription-sync.service.ts'

interface WebhookOptions {
  database: Database
  queue: Queue
  payments: Payments
}

export const webhookPath = '/api/stripe/webhook'
/** Some of Stripe's events are longer than requests of people. */
const largestEvent = 1_048_576
const unsigned = new Refusal(400, m.prompt_billing_unsigned)

/** Receives the payment provider's events, proven by a signature over their raw bytes instead of a session. */
export async function addWebhook(app: FastifyInstance, { database, queue, payments }: WebhookOptions) {
  await app.register(async (plugin) => {
    plugin.removeAllContentTypeParsers()
    plugin.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    plugin.post(webhookPath, { bodyLimit: largestEvent, schema: { hide: true } }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const body = typeof request.body === 'string' ? request.body : ''
      const event = typeof signature === 'string' ? payments.readEvent(body, signature) : null
      if (!event) return sendRefusal(reply, unsigned)
      await receiveEvent({ database, queue }, event)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify({ status: 200, data: {} }))
    })
  })
}
