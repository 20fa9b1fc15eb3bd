import { PlaydateRequestScreen } from '#features/playdates/answer/playdate-request-screen.tsx'
import { useAfternoon } from './afternoon.queries.ts'
import { AfternoonQuestion } from './parts/afternoon-question.tsx'

/** /view-playdate-request/{id}, with the question after the yes. */
export function PlaydateRequestWithQuestionScreen() {
  // Prefetched, so that the question appears together with the yes and nothing below it moves.
  useAfternoon()
  return <PlaydateRequestScreen question={<AfternoonQuestion />} />
}
