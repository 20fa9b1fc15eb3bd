import { priceText } from '@tagalong/contract/features/billing/billing.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { inLanguage } from '#language.ts'
import {
  type DemoChange,
  type DemoLink,
  type DemoPayments,
  demoChanges,
  demoPath,
  demoPrice,
  signatureHeader,
} from './demo-payments.ts'
import { demoStyles } from './demo-styles.ts'
import { escaped } from './html.ts'
import type { ProviderSubscription } from './payments.ts'

interface DemoPagesOptions {
  demo: DemoPayments
  brand: string
  /** Where the demo sends its billing events, as any provider does. */
  webhookPath: string
}

type Page = DemoLink['page']
const changeForm = z.object({ change: z.enum(demoChanges) })

/** Adds the checkout and portal of the demo provider: plain pages, marked as a demo. */
export async function addDemoPages(app: FastifyInstance, { demo, brand, webhookPath }: DemoPagesOptions) {
  const linkOf = (page: Page, request: FastifyRequest) =>
    demo.readLink(page, (request.query as { session?: unknown }).session)
  const callWebhook = async (customerId: string) => {
    const { body, signature } = demo.signEvent(customerId)
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
    await app.inject({ method: 'POST', url: webhookPath, headers, payload: body })
  }

  await app.register(async (plugin) => {
    plugin.removeAllContentTypeParsers()
    plugin.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const hidden = { schema: { hide: true } }

    plugin.get(`${demoPath}/style.css`, hidden, (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(demoStyles),
    )

    plugin.get(`${demoPath}/checkout`, hidden, (request, reply) => {
      const link = linkOf('checkout', request)
      return link ? show(reply, checkoutPage(brand, link)) : linkIsOver(reply, brand)
    })

    plugin.post(`${demoPath}/checkout`, hidden, async (request, reply) => {
      const link = linkOf('checkout', request)
      if (!link) return linkIsOver(reply, brand)
      await demo.subscribe(link)
      await callWebhook(link.customerId)
      return reply.redirect(link.done, 303)
    })

    plugin.get(`${demoPath}/portal`, hidden, async (request, reply) => {
      const link = linkOf('portal', request)
      if (!link) return linkIsOver(reply, brand)
      return show(reply, portalPage(brand, link, await demo.readSubscription(link.customerId)))
    })

    plugin.post(`${demoPath}/portal`, hidden, async (request, reply) => {
      const link = linkOf('portal', request)
      const form = changeForm.safeParse(request.body)
      if (!link || !form.success) return linkIsOver(reply, brand)
      await demo.change(link.customerId, form.data.change)
      await callWebhook(link.customerId)
      // A redirect, so that a reload doesn't send the form again.
      return reply.redirect(request.url, 303)
    })
  })
}

function show(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

function linkIsOver(reply: FastifyReply, brand: string): FastifyReply {
  const content = `<p>Please go back to ${escaped(brand)} and start again.</p>
<p><a class="button" href="/profile">Back to ${escaped(brand)}</a></p>`
  return show(reply, page(brand, 'This link is over', content), 404)
}

function checkoutPage(brand: string, { back }: DemoLink): string {
  // These pages stand in for the provider's, and are in English.
  const price = inLanguage('en', () => priceText(demoPrice))
  return page(
    brand,
    'Premium membership',
    `<p>Plan events for many families at once. ${escaped(price)}, in play money.</p>
<form method="post"><button class="button button--main">Subscribe without paying</button></form>
<p><a class="button" href="${escaped(back)}">Go back</a></p>`,
  )
}

function portalPage(brand: string, { done }: DemoLink, subscription: ProviderSubscription | null): string {
  const { status = 'none', benefitsEndAt = null } = subscription ?? {}
  const end = benefitsEndAt ? `<dt>Benefits end</dt><dd>${benefitsEndAt.toISOString().slice(0, 10)}</dd>` : ''
  const buttons = changesFor(subscription).map(
    (change) => `<button class="button" name="change" value="${change}">${changeLabels[change]}</button>`,
  )
  return page(
    brand,
    'Your subscription',
    `<dl><dt>Status</dt><dd>${escaped(status)}</dd>${end}</dl>
<form method="post">${buttons.join('\n')}</form>
<p><a class="button button--main" href="${escaped(done)}">Back to ${escaped(brand)}</a></p>`,
  )
}

const changeLabels: Record<DemoChange, string> = {
  cancel: 'Cancel at the end of the period',
  keep: 'Keep it after all',
  end: 'End it now',
  fail: 'Let the payment fail',
  pay: 'Let the payment succeed',
  pause: 'Pause it',
}

function changesFor(subscription: ProviderSubscription | null): DemoChange[] {
  if (!subscription || subscription.status === 'canceled') return []
  const isRunning = subscription.status === 'active'
  return [
    subscription.benefitsEndAt ? 'keep' : 'cancel',
    ...(isRunning ? (['fail', 'pause'] as const) : (['pay'] as const)),
    'end',
  ]
}

function page(brand: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Demo payments</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${demoPath}/style.css">
</head>
<body>
<header><b>Demo.</b> No real money, no card: ${escaped(brand)} has no payment provider here.</header>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`
}
