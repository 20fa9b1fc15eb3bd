import { m } from '@tagalong/contract/messages.ts'
import { useId } from 'react'
import { brand } from '#lib/brand.ts'
import { useSession } from '#lib/session/session.tsx'
import BellArt from '#ui/art/tile-notifications.svg?react'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { needsHomeScreen } from '../browser-push.ts'
import { useCheckSubscription, useIsKeeping, useSubscribe, useUnsubscribe } from '../push.queries.ts'
import './push.css'

/** Asks whoever has no subscription on this device and has not said no. It stays until the answer has been taken. */
export function PushPrompt() {
  const heading = useId()
  const { user } = useSession()
  const { data } = useCheckSubscription()
  const isKeeping = useIsKeeping()
  const allow = useSubscribe()
  const refuse = useUnsubscribe()
  const isBusy = allow.isPending || refuse.isPending
  if (!user || !data || data.subscribed || data.notificationsRejected || (isKeeping && !isBusy)) return null
  const problem = isBusy ? undefined : (allow.error ?? refuse.error)?.message
  return (
    <section className="card tinted pushprompt" aria-labelledby={heading}>
      <div className="row">
        <div className="grow">
          <h2 id={heading}>{m.push_ask_title()}</h2>
          <p>{needsHomeScreen() ? m.push_home_screen({ brand }) : m.push_ask_text()}</p>
        </div>
        <BellArt />
      </div>
      {problem && <Prompt>{problem}</Prompt>}
      <div className="row pushprompt__answers">
        {!needsHomeScreen() && (
          <Button variant="action" isPending={isBusy} onPress={() => allow.mutate(user.email)}>
            {allow.isError ? m.common_again() : m.push_allow()}
          </Button>
        )}
        <Button className="pushprompt__no" isPending={isBusy} onPress={() => refuse.mutate()}>
          {m.push_refuse()}
        </Button>
      </div>
    </section>
  )
}
