import type { Ask, AskStep } from '@tagalong/contract/features/playdates/asks.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { WholeAsk } from './asks.db.ts'
import { stateOf } from './asks.rules.ts'

export function presentAsk({ ask, steps }: WholeAsk): Ask {
  const isDone = steps.some(({ state, was_confirmed }) => state === 'asked' && was_confirmed)
  const next = steps.find(({ state }) => state === 'waiting')
  return {
    _id: ask.id,
    status: isDone ? 'done' : ask.status,
    endedAs: ask.ended_as,
    steps: steps.map((step) => {
      const isNext = ask.status === 'asking' && !isDone && step === next
      return presentStep(step, stateOf(step, { isNext }))
    }),
    ownChildren: ask.own_children,
    proposedLocations: { option1: ask.location1, option2: ask.location2, option3: ask.location3 },
    proposedTimes: ask.times.map((time) => time.toISOString()),
    durationMinutes: ask.duration_minutes,
    wait: ask.wait,
    stay: ask.stay,
    version: steps.reduce((sum, { version }) => sum + (version ?? 0), ask.version),
  }
}

/** Doesn't name a family that couldn't be asked, so that all reasons look alike. */
function presentStep(step: WholeAsk['steps'][number], state: AskStep['state']): AskStep {
  const isShown = state !== 'failed' && step.is_known
  return {
    child: {
      _id: step.child_id,
      firstName: isShown ? step.first_name : m.value_some_child(),
      photo: isShown ? step.photo : null,
    },
    caregiver:
      state === 'failed'
        ? { _id: step.caregiver_id, name: m.value_another_family(), lastName: '' }
        : presentName(step.caregiver),
    state,
    answerBy: state === 'asked' ? (step.answer_by?.toISOString() ?? null) : null,
    playdate: step.playdate_id,
  }
}
