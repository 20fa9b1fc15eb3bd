import type {
  createCheckoutSession as checkoutCall,
  Price,
} from '@tagalong/contract/features/billing/billing.contract.ts'
import type { QueryOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import * as z from 'zod/mini'
import { lockUserForShare } from '#db/locks.ts'
import { findUser } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, CaregiverActor, CaregiverCtx, Ctx, JobCtx } from '#http/context.ts'
import { Refusal, unauthorised } from '#http/refusal.ts'
import type { JobKind } from '#jobs/queue.ts'
import { whileTime } from '#jobs/while-time.ts'
import {
  deleteCustomer,
  findSubscription,
  insertCustomer,
  listErasedCustomers,
  markCheckout,
  type SubscriptionRow,
} from './billing.db.ts'
import { syncCustomer } from './subscription-sync.service.ts'

type Page = { url: string } | { message: string }

const sessions = { name: 'billing-sessions', points: 30, seconds: 3_600 }

/** Makes the provider forget customers whose account is erased. */
export const forgetCustomersKind: JobKind<object> = { name: 'forget-customers', data: z.object({}) }
/** Customers per batch. */
const batch = 50

/** Null if the provider gives no price: the checkout may still work. */
export async function getPrice(
  ctx: CaregiverCtx,
  _actor: Authorised<CaregiverActor>,
): Promise<{ price: Price | null }> {
  try {
    return { price: await ctx.payments.readPrice() }
  } catch (error) {
    ctx.log.error({ err: error }, 'the payment provider gave no price')
    return { price: null }
  }
}

/** For users without a subscription, or with one that has ended. */
export async function createCheckoutSession(
  ctx: CaregiverCtx,
  _actor: Authorised<CaregiverActor>,
  { query }: { query: QueryOf<typeof checkoutCall> },
): Promise<Page | Refusal> {
  return pageOf(ctx, async () => {
    const known = await findSubscription(ctx.db, ctx.actor.userId)
    // A payment of a moment ago may not have reached us: nobody must pay twice.
    if (known) await syncCustomer(ctx.db, ctx.payments, known.customer_id)
    const now = known && (await findSubscription(ctx.db, ctx.actor.userId))
    if (now && !mayBuy(now)) return { message: m.prompt_billing_already_subscribed() }
    const customerId = await saveCustomer(ctx, now)
    if (customerId instanceof Refusal) return customerId
    const url = await ctx.payments.checkoutUrl(customerId, waysBack(ctx.env.publicUrl, query))
    await markCheckout(ctx.db, customerId)
    return { url }
  })
}

/** Returns the URLs back from the checkout, to our own pages only. */
function waysBack(
  publicUrl: string,
  { from, again, ask }: QueryOf<typeof checkoutCall>,
): { paid: string; givenUp: string } {
  const givenUp = new URL(from === 'draft' ? '/edit-playdate/new' : '/profile', publicUrl)
  if (from === 'draft' && again) givenUp.searchParams.set('again', again)
  if (from === 'draft' && ask) givenUp.searchParams.set('ask', ask)
  const paid = new URL(givenUp)
  paid.searchParams.set('stripe', '1')
  return { paid: paid.href, givenUp: givenUp.href }
}

function mayBuy({ status }: SubscriptionRow): boolean {
  return status === null || status === 'canceled' || status === 'incomplete_expired'
}

/** For users who have a subscription, or had one. */
export async function createPortalSession(
  ctx: Ctx,
  { isPaused }: Authorised<Actor>,
): Promise<Page | Refusal> {
  return pageOf(ctx, async () => {
    const known = await findSubscription(ctx.db, ctx.actor.userId)
    if (!known?.status) return { message: m.prompt_billing_nothing_to_manage() }
    const customerId = await saveCustomer(ctx, known)
    if (customerId instanceof Refusal) return customerId
    const back = isPaused ? '/account-notice' : '/profile'
    return { url: await ctx.payments.portalUrl(customerId, `${ctx.env.publicUrl}${back}?portal=1`) }
  })
}

/** A provider that can't be reached is no failure of ours: the page says so, above its button. */
async function pageOf(ctx: Ctx, make: () => Promise<Page | Refusal>): Promise<Page | Refusal> {
  const refused = await ctx.limits.use(sessions, ctx.actor.userId)
  if (refused) return refused
  if (ctx.payments.provider === 'none') return { message: m.prompt_billing_not_sold() }
  try {
    return await make()
  } catch (error) {
    ctx.log.error({ err: error }, 'the payment provider gave no page')
    return { message: m.prompt_billing_unavailable() }
  }
}

/** Saves the customer at the provider with the user's present email. Returns the customer's id there. */
async function saveCustomer(ctx: Ctx, known: SubscriptionRow | undefined): Promise<string | Refusal> {
  const { db, payments } = ctx
  const { userId } = ctx.actor
  const user = await findUser(db, userId)
  if (!user) return unauthorised
  const id = await payments.saveCustomer(known?.customer_id ?? null, user.email)
  if (id === known?.customer_id) return id
  const isOurs = await db.transaction().execute(async (transaction) => {
    if (!(await lockUserForShare(transaction, userId))) return false
    if (known) await deleteCustomer(transaction, known.customer_id)
    return insertCustomer(transaction, { id, provider: payments.provider, userId })
  })
  if (isOurs) return id
  // The account was erased meanwhile, or another call was first: each user has one customer.
  await payments.forgetCustomer(id)
  const first = await findSubscription(db, userId)
  return first ? first.customer_id : unauthorised
}

/** Ends the billing of an account that is being erased: nothing is charged any more. */
export async function endBilling({ db, queue }: Pick<JobCtx, 'db' | 'queue'>, userId: string): Promise<void> {
  if (await findSubscription(db, userId)) await queue.enqueue(db, forgetCustomersKind, {})
}

/** A customer whom the provider doesn't forget now waits for the next run, and holds up nobody else. */
export async function forgetCustomers({
  db,
  payments,
  log,
}: Pick<JobCtx, 'db' | 'payments' | 'log'>): Promise<void> {
  const failed: string[] = []
  await whileTime(
    () => listErasedCustomers(db, { except: failed, limit: batch }),
    async (customerId) => {
      try {
        await payments.forgetCustomer(customerId)
        await deleteCustomer(db, customerId)
      } catch (error) {
        log.error({ err: error }, 'a customer could not be forgotten')
        failed.push(customerId)
      }
    },
  )
  if (failed.length > 0) throw new Error(`${failed.length} customers could not be forgotten`)
}
