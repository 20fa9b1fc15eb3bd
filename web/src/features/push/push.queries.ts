import { checkSubscription, unsubscribe } from '@tagalong/contract/features/push/push.contract.ts'
import { type QueryClient, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'
import { deleteDeviceRecord } from '#lib/worker/device-record.ts'
import { registerWorker } from '#lib/worker/worker-registration.ts'
import { askPermission, dropSubscription, hasPermission } from './browser-push.ts'
import { type CheckResult, keepSubscribed, subscribeDevice } from './device-subscription.ts'
import { clearPushProblem, setPushProblem } from './push-problem.ts'

const keys = {
  check: ['push', 'check'],
  keeping: ['push', 'keeping'],
} as const

const check = {
  queryKey: keys.check,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(checkSubscription, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
}

/** What the server knows of this device. Refetched whenever the app is opened, see `useKeepSubscribed`. */
export function useCheckSubscription() {
  return useQuery(check)
}

/** False while loading for the first time: the prompt would push down the content below. */
export function useIsDeviceKnown(): boolean {
  const { isFetched, failureCount } = useCheckSubscription()
  return isFetched || failureCount > 0
}

/** True while a subscription may be made without asking the user. */
export function useIsKeeping(): boolean {
  const isKeeping = useIsMutating({ mutationKey: keys.keeping }) > 0
  return isKeeping && hasPermission()
}

let last: Promise<unknown> = Promise.resolve()

/** Runs tasks one after the other, since one may change the browser's subscription while another reads it. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const turn = last.then(task)
  last = turn.catch(() => undefined)
  return turn
}

/** Reconciles the server's record of this device with the browser's subscription. */
export function useKeepSubscribed() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: keys.keeping,
    mutationFn: (email: string) =>
      inTurn(async () => {
        const own = await queries.fetchQuery({ ...check, staleTime: 0 })
        note(queries, await keepSubscribed(own, email))
      }),
  })
}

export function useSubscribe() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (email: string) => {
      clearPushProblem()
      // The subscription needs the worker, which is otherwise registered some time after the page.
      registerWorker().catch(() => undefined)
      // Not queued: browsers accept the request only soon after a press.
      await askPermission()
      await inTurn(() => subscribeDevice(email))
    },
    onSuccess: () => note(queries, { subscribed: true, expired: false, notificationsRejected: false }),
    onError: ({ message }) => setPushProblem(message),
  })
}

/** Ends pushes on this device, and records that the user isn't to be asked again. */
export function useUnsubscribe() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      clearPushProblem()
      await inTurn(() => call(unsubscribe, { body: { rejected: true } }))
    },
    onSuccess: () => {
      note(queries, { subscribed: false, expired: false, notificationsRejected: true })
      void inTurn(async () => {
        await dropSubscription()
        await deleteDeviceRecord()
      })
    },
    onError: ({ message }) => setPushProblem(message),
  })
}

function note(queries: QueryClient, change: Partial<CheckResult>) {
  queries.setQueryData<CheckResult>(keys.check, (known) => known && { ...known, ...change })
}
