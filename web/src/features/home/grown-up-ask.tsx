import { m } from '@tagalong/contract/messages.ts'
import { useId } from 'react'
import { useAnswerQuestion } from '#features/guardians/guardians.queries.ts'
import FriendArt from '#ui/art/tile-friend.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Rich } from '#ui/rich.tsx'
import '#features/push/parts/push.css'

/** Asks once whether there is another grown-up; either answer ends it for good. */
export function GrownUpAsk({ child }: { child: { _id: string; firstName: string } }) {
  const heading = useId()
  const { mutate: answer } = useAnswerQuestion()
  return (
    <section className="card tinted pushprompt hoursask" aria-labelledby={heading}>
      <div className="row">
        <div className="grow">
          <h2 id={heading}>
            <Rich
              parts={m.guardians_question.parts({ name: child.firstName })}
              marks={{ name: (name) => <bdi>{name}</bdi> }}
            />
          </h2>
          <p>{m.guardians_question_why()}</p>
        </div>
        <FriendArt />
      </div>
      <div className="row pushprompt__answers">
        <ButtonLink variant="action" to={`/child/${child._id}/grown-ups/new`} onClick={() => answer()}>
          {m.guardians_question_add()}
        </ButtonLink>
        <Button className="pushprompt__no" onPress={() => answer()}>
          {m.guardians_question_no()}
        </Button>
      </div>
    </section>
  )
}
