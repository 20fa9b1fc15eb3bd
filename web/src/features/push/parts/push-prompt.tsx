import { m } from '@tagalong/contract/messages.ts'
import { brand } from '#lib/brand.ts'
import { useSession } from '#lib/session/session.tsx'
import BellArt from '#ui/art/tile-notifications.svg?react'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { QuestionCard } from '#ui/question-card.tsx'
import { needsHomeScreen } from '../browser-push.ts'
import { useCheckSubscription, useIsKeeping, useSubscribe, useUnsubscribe } from '../push.queries.ts'

/** Asks a user who has no subscription on this device and hasn't declined. Stays until the answer is saved. */
export function PushPrompt() {
  const { user } = useSession()
  const { data } = useCheckSubscription()
  const isKeeping = useIsKeeping()
  const allow = useSubscribe()
  const refuse = useUnsubscribe()
  const isBusy = allow.isPending || refuse.isPending
  if (!user || !data || data.subscribed || data.notificationsRejected || (isKeeping && !isBusy)) return null
  const problem = isBusy ? undefined : (allow.error ?? refuse.error)?.message
  return (
    <QuestionCard
      question={m.push_ask_title()}
      why={needsHomeScreen() ? m.push_home_screen({ brand }) : m.push_ask_text()}
      art={<BellArt />}
      problem={problem && <Prompt>{problem}</Prompt>}
      no={m.push_refuse()}
      onNo={() => refuse.mutate()}
      isPending={isBusy}
    >
      {!needsHomeScreen() && (
        <Button variant="action" isPending={isBusy} onPress={() => allow.mutate(user.email)}>
          {allow.isError ? m.common_again() : m.push_allow()}
        </Button>
      )}
    </QuestionCard>
  )
}
