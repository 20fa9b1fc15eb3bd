import {
  type checkSubscription,
  checkSubscriptionOf,
  getPushKey,
  resubscribe,
  subscribe,
  unsubscribe,
} from '@tagalong/contract/features/push/push.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { ApiError, call, callOpenly, callOpenlyForReply } from '#lib/calls/api.ts'
import { readDeviceRecord, writeDeviceRecord } from '#lib/worker/device-record.ts'
import {
  askPermission,
  currentSubscription,
  fieldsOf,
  hasPermission,
  subscribeBrowser,
} from './browser-push.ts'
import { setPushProblem } from './push-problem.ts'

export type CheckResult = DataOf<typeof checkSubscription>

/** Reconciles the server's record of this device with the browser's subscription. Returns what the server now knows. */
export async function keepSubscribed(own: CheckResult, email: string): Promise<CheckResult> {
  const on = { ...own, subscribed: true, expired: false }
  const current = await currentSubscription()
  const known = current && (await checkEndpoint(current, email))
  if (own.expired || known?.expired) return (await renew(current, email)) ? on : own
  if (own.subscribed && current && known?.subscribed) {
    await keepRecord(current, email)
    return own
  }
  if (!own.subscribed && (!current || own.notificationsRejected)) {
    // It is another user's, or from before this user declined: its pushes would be for nobody here.
    await current?.unsubscribe()
    return own
  }
  if (!hasPermission()) {
    // Without the permission, pushes would not be shown.
    await call(unsubscribe, { body: {} })
    return { ...own, subscribed: false }
  }
  await subscribeDevice(email)
  return on
}

/** Keeps the record up to date: the worker renews the subscription by the current user's email address. */
async function keepRecord({ endpoint }: PushSubscription, email: string): Promise<void> {
  const record = await readDeviceRecord()
  if (record?.email === email && record.endpoint === endpoint) return
  const { publicKey } = record ?? (await call(getPushKey))
  await writeDeviceRecord({ email, endpoint, publicKey })
}

function checkEndpoint(current: PushSubscription, email: string): Promise<CheckResult> {
  return callOpenly(checkSubscriptionOf, { body: { email, subscriptionFront: fieldsOf(current) } })
}

/** Replaces a subscription that has expired. False if the permission was withdrawn or renewing failed. */
async function renew(current: PushSubscription | null, email: string): Promise<boolean> {
  try {
    await askPermission()
  } catch {
    return false
  }
  try {
    const record = await readDeviceRecord()
    const oldEndpoint = record?.endpoint ?? current?.endpoint
    if (!oldEndpoint) await subscribeDevice(email)
    else await resubscribeDevice({ current, oldEndpoint, email })
    return true
  } catch {
    setPushProblem(m.prompt_push_resubscribe_failed())
    return false
  }
}

async function resubscribeDevice({
  current,
  oldEndpoint,
  email,
}: {
  current: PushSubscription | null
  oldEndpoint: string
  email: string
}): Promise<void> {
  const { publicKey } = await call(getPushKey)
  await current?.unsubscribe()
  const renewed = await subscribeBrowser(publicKey)
  const newSubscription = fieldsOf(renewed)
  const body = { oldSubscriptionEndpoint: oldEndpoint, newSubscription, email }
  const { status } = await callOpenlyForReply(resubscribe, { body })
  if (status !== 201) throw new Error(m.prompt_push_resubscribe_failed())
  // The response is the same if the server doesn't know the old one.
  if (!(await checkEndpoint(renewed, email)).subscribed) return subscribeDevice(email)
  await writeDeviceRecord({ email, endpoint: newSubscription.endpoint, publicKey })
}

/** @throws Error with a text to show */
export async function subscribeDevice(email: string): Promise<void> {
  try {
    const { publicKey } = await call(getPushKey)
    const subscription = fieldsOf(await subscribeBrowser(publicKey))
    await call(subscribe, { body: { subscription } })
    await writeDeviceRecord({ email, endpoint: subscription.endpoint, publicKey })
  } catch (error) {
    const why = error instanceof ApiError ? error.fields?.['subscription.endpoint'] : undefined
    throw new Error(why ?? m.prompt_push_subscribe_failed(), { cause: error })
  }
}
