import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { useViewer } from '#lib/session/session.tsx'
import PhoneArt from '#ui/art/scene-phone.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PhoneNumber } from '#ui/fields/phone-field.tsx'
import { Rich } from '#ui/rich.tsx'
import '#features/push/parts/push.css'
import { isPutOff, putOffNumber } from './number-later.ts'

/** Asks for the code of the own number; whoever puts it off is asked again in a month. */
export function NumberAsk() {
  const heading = useId()
  const { _id, phoneNumber } = useViewer()
  const [isLater, setLater] = useState(() => isPutOff(_id))
  if (isLater) return null
  const putOff = () => {
    putOffNumber(_id)
    setLater(true)
  }
  return (
    <section className="card tinted pushprompt hoursask numberask" aria-labelledby={heading}>
      <div className="row">
        <div className="grow">
          <h2 id={heading}>
            <Rich
              parts={m.home_number_question.parts({ number: phoneNumber })}
              marks={{
                number: (number) => (
                  <bdi>
                    <PhoneNumber number={number} />
                  </bdi>
                ),
              }}
            />
          </h2>
          <p>{m.home_number_why()}</p>
        </div>
        <PhoneArt />
      </div>
      <div className="row pushprompt__answers">
        <ButtonLink variant="action" to="/confirm-number">
          {m.home_confirm_number()}
        </ButtonLink>
        <Button className="pushprompt__no" onPress={putOff}>
          {m.common_not_now()}
        </Button>
      </div>
    </section>
  )
}
