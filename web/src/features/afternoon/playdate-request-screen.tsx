import { PlaydateRequestScreen } from '#features/playdates/answer/playdate-request-screen.tsx'
import { AfternoonQuestion } from './parts/afternoon-question.tsx'

/** /view-playdate-request/{id}, which asks after the yes. */
export function PlaydateRequestWithQuestionScreen() {
  return <PlaydateRequestScreen question={<AfternoonQuestion />} />
}
