import type { Feature } from '#http/feature.ts'
import { addDemoPages } from '#integrations/demo-pages.ts'
import { billingJobs } from './billing.jobs.ts'
import { billingRoutes, subscriptionRoutes } from './billing.routes.ts'
import { addWebhook, webhookPath } from './webhook.ts'

export const billing: Feature = {
  routes: { app: subscriptionRoutes, stripe: billingRoutes },
  jobs: billingJobs,
  async addPlainRoutes(app, parts) {
    await addWebhook(app, parts)
    if (parts.demo) await addDemoPages(app, { demo: parts.demo, brand: parts.env.brandName, webhookPath })
  },
}
