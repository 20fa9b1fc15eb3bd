import type { Ask, AskState, AskStep } from '@tagalong/contract/features/playdates/asks.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { useNow } from '#lib/now.ts'
import { Badge, type BadgeKind } from '#ui/badge.tsx'
import type { IconName } from '#ui/icon.tsx'
import { fullName } from '../playdate-words.ts'
import { untilText } from '../spots/spots-words.ts'
import './asks.css'

interface Look {
  kind: BadgeKind
  icon: IconName
  text: () => string
}

const looks = {
  next: { kind: 'completed', icon: 'right', text: m.asks_state_next },
  waiting: { kind: 'completed', icon: 'clock', text: m.asks_state_waiting },
  asked: { kind: 'invited', icon: 'clock', text: m.asks_state_asked },
  countered: { kind: 'invited', icon: 'edit', text: m.asks_state_countered },
  accepted: { kind: 'accepted', icon: 'check', text: m.asks_state_accepted },
  rejected: { kind: 'rejected', icon: 'cross', text: m.asks_state_rejected },
  unanswered: { kind: 'completed', icon: 'clock', text: m.asks_state_unanswered },
  failed: { kind: 'completed', icon: 'cross', text: m.asks_state_failed },
} satisfies Record<AskState, Look>

const past = new Set<AskState>(['rejected', 'unanswered', 'failed'])
const current = new Set<AskState>(['asked', 'countered', 'accepted'])

/** Lists each family with its state. */
export function AskSteps({ ask, zone }: { ask: Ask; zone: string }) {
  return (
    <ol className="card asking__steps" aria-label={m.asks_list()}>
      {ask.steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order never changes, and who failed has no name
        <Step key={index} step={step} number={index + 1} zone={zone} isEnded={ask.status !== 'asking'} />
      ))}
    </ol>
  )
}

interface StepProps {
  step: AskStep
  number: number
  zone: string
  isEnded: boolean
}

function Step({ step, number, zone, isEnded }: StepProps) {
  const now = useNow(60_000)
  const { kind, icon, text } = looks[step.state]
  // The order has ended before this family was asked.
  const isLeftOut = isEnded && (step.state === 'next' || step.state === 'waiting')
  const isNow = current.has(step.state)
  return (
    <li
      className={past.has(step.state) ? 'asking__past' : undefined}
      aria-current={isNow ? 'step' : undefined}
    >
      <i className="order__no">{number}</i>
      <ChildAvatar child={step.child} size="3rem" />
      <div className="asking__words">
        <div>
          <b>
            <bdi>{step.child.firstName}</bdi>
          </b>
          <small>
            <bdi>{fullName(step.caregiver)}</bdi>
          </small>
        </div>
        {!isLeftOut && (
          <Badge kind={kind} icon={icon}>
            {step.state === 'asked' && step.answerBy
              ? m.asks_state_asked_until({ time: untilText(step.answerBy, zone, now) })
              : text()}
          </Badge>
        )}
      </div>
    </li>
  )
}
