import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { brand } from '#lib/brand.ts'
import { useSession } from '#lib/session/session.tsx'
import { Toggle } from '#ui/fields/toggle.tsx'
import { needsHomeScreen } from '../browser-push.ts'
import { useCheckSubscription, useSubscribe, useUnsubscribe } from '../push.queries.ts'
import { usePushProblem } from '../push-problem.ts'
import './push.css'

/** The toggle for pushes on this device, which saves at once. `children`: related content below it. */
export function PushToggle({ children }: { children?: ReactNode }) {
  const { user } = useSession()
  const { data } = useCheckSubscription()
  const problem = usePushProblem()
  const subscribe = useSubscribe()
  const unsubscribe = useUnsubscribe()
  const isPending = subscribe.isPending || unsubscribe.isPending
  const isOn = isPending ? subscribe.isPending : (data?.subscribed ?? false)
  const change = (wanted: boolean) => {
    if (!user || isPending) return
    if (wanted) subscribe.mutate(user.email)
    else unsubscribe.mutate()
  }
  return (
    <section className="card pushtoggle">
      <Toggle
        label={<b className="display">{m.common_notifications()}</b>}
        hint={needsHomeScreen() ? m.push_home_screen({ brand }) : m.push_toggle_hint()}
        checked={isOn}
        disabled={!data || needsHomeScreen()}
        aria-busy={isPending || undefined}
        error={problem}
        onChange={(event) => change(event.target.checked)}
      />
      {children}
    </section>
  )
}
