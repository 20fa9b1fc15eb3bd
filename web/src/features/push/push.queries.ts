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

/** What the server knows of this device; read anew at every open, see `useKeepSubscribed`. */
export function useCheckSubscription() {
  return useQuery(check)
}

/** False while it is asked for the first time: the question whether to turn them on would push down what is below. */
export function useIsDeviceKnown(): boolean {
  const { isFetched, failureCount } = useCheckSubscription()
  return isFetched || failureCount > 0
}

/** True while a subscription may come without anybody being asked. */
export function useIsKeeping(): boolean {
  const isKeeping = useIsMutating({ mutationKey: keys.keeping }) > 0
  return isKeeping && hasPermission()
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other: what one finds in the browser, another may be about to change. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const turn = last.then(task)
  last = turn.catch(() => undefined)
  return turn
}

/** Asks the server what it knows of this device, and brings that and the browser's own subscription together. */
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
      // A subscription hangs on it. Otherwise it comes some time after the page.
      registerWorker().catch(() => undefined)
      // Before its turn: browsers heed the question only soon after a press.
      await askPermission()
      await inTurn(() => subscribeDevice(email))
    },
    onSuccess: () => note(queries, { subscribed: true, expired: false, notificationsRejected: false }),
    onError: ({ message }) => setPushProblem(message),
  })
}

/** This device gets none any more, and the user is not asked again. */
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
