import { m } from '@tagalong/contract/messages.ts'
import { useAnswerQuestion } from '#features/guardians/guardians.queries.ts'
import FriendArt from '#ui/art/tile-friend.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { QuestionCard } from '#ui/question-card.tsx'
import { Rich } from '#ui/rich.tsx'

/** Asks once whether there is another grown-up. Either answer ends the question for good. */
export function GrownUpAsk({ child }: { child: { _id: string; firstName: string } }) {
  const { mutate: answer } = useAnswerQuestion()
  return (
    <QuestionCard
      question={
        <Rich
          parts={m.guardians_question.parts({ name: child.firstName })}
          marks={{ name: (name) => <bdi>{name}</bdi> }}
        />
      }
      why={m.guardians_question_why()}
      art={<FriendArt />}
      no={m.guardians_question_no()}
      onNo={() => answer()}
    >
      <ButtonLink variant="action" to={`/child/${child._id}/grown-ups/new`} onClick={() => answer()}>
        {m.guardians_question_add()}
      </ButtonLink>
    </QuestionCard>
  )
}
