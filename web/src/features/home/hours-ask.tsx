import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { useOwnChildren } from '#features/children/children.queries.ts'
import ScheduleArt from '#ui/art/tile-schedule.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Rich } from '#ui/rich.tsx'
import '#features/push/parts/push.css'
import { childrenPutOff, putOffHours } from './hours-later.ts'

/** Asks once for the hours of a child that has none; whoever puts it off is not asked for these children again. */
export function HoursAsk() {
  const heading = useId()
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
    <section className="card tinted pushprompt hoursask" aria-labelledby={heading}>
      <div className="row">
        <div className="grow">
          <h2 id={heading}>
            <Rich
              parts={m.home_hours_question.parts({ name: child.firstName })}
              marks={{ name: (name) => <bdi>{name}</bdi> }}
            />
          </h2>
          <p>{m.home_hours_why()}</p>
        </div>
        <ScheduleArt />
      </div>
      <div className="row pushprompt__answers">
        <ButtonLink variant="action" to={`/edit-child/${child._id}`}>
          {m.home_add_hours()}
        </ButtonLink>
        <Button className="pushprompt__no" onPress={putAllOff}>
          {m.common_not_now()}
        </Button>
      </div>
    </section>
  )
}
