import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useViewer } from '#lib/session/session.tsx'
import PhoneArt from '#ui/art/scene-phone.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { PhoneNumber } from '#ui/fields/phone-field.tsx'
import { QuestionCard } from '#ui/question-card.tsx'
import { Rich } from '#ui/rich.tsx'
import { isPutOff, putOffNumber } from './number-later.ts'

/** Asks the viewer to confirm their number. If put off, it asks again after a month. */
export function NumberAsk() {
  const { _id, phoneNumber } = useViewer()
  const [isLater, setLater] = useState(() => isPutOff(_id))
  if (isLater) return null
  const putOff = () => {
    putOffNumber(_id)
    setLater(true)
  }
  return (
    <QuestionCard
      question={
        <Rich
          parts={m.home_number_question.parts({ number: phoneNumber })}
          marks={{
            number: (number) => (
              <bdi className="home__number">
                <PhoneNumber number={number} />
              </bdi>
            ),
          }}
        />
      }
      why={m.home_number_why()}
      art={<PhoneArt />}
      no={m.common_not_now()}
      onNo={putOff}
    >
      <ButtonLink variant="action" to="/confirm-number">
        {m.home_confirm_number()}
      </ButtonLink>
    </QuestionCard>
  )
}
