import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useOwnChildren } from '#features/children/children.queries.ts'
import ScheduleArt from '#ui/art/tile-schedule.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { QuestionCard } from '#ui/question-card.tsx'
import { Rich } from '#ui/rich.tsx'
import { childrenPutOff, putOffHours } from './hours-later.ts'

/** Asks for the hours of a child that has none. Once put off, it isn't asked for these children again. */
export function HoursAsk() {
  const { data } = useOwnChildren()
  const [later, setLater] = useState(childrenPutOff)
  const without = (data ?? []).filter(({ availability }) => !availability?.length)
  const child = without.find(({ _id }) => !later.includes(_id))
  if (!child) return null
  const putAllOff = () => {
    putOffHours(without.map(({ _id }) => _id))
    setLater(childrenPutOff())
  }
  return (
    <QuestionCard
      question={
        <Rich
          parts={m.home_hours_question.parts({ name: child.firstName })}
          marks={{ name: (name) => <bdi>{name}</bdi> }}
        />
      }
      why={m.home_hours_why()}
      art={<ScheduleArt />}
      no={m.common_not_now()}
      onNo={putAllOff}
    >
      <ButtonLink variant="action" to={`/edit-child/${child._id}`}>
        {m.home_add_hours()}
      </ButtonLink>
    </QuestionCard>
  )
}
