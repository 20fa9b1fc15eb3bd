import { PlaydateRequestScreen } from '#features/playdates/answer/playdate-request-screen.tsx'
import { useAfternoon } from './afternoon.queries.ts'
import { AfternoonQuestion } from './parts/afternoon-question.tsx'

/** /view-playdate-request/{id}, which asks after the yes. */
export function PlaydateRequestWithQuestionScreen() {
  // It is there with the yes, so that nothing below it moves.
  useAfternoon()
  return <PlaydateRequestScreen question={<AfternoonQuestion />} />
}
