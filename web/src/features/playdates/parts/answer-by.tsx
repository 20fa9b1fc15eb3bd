import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Icon } from '#ui/icon.tsx'

/** Says by when a request is to be answered; shows nothing if there is no limit. */
export function AnswerBy({ playdate: { answerBy } }: { playdate: Playdate }) {
  const { timeZone } = useViewer()
  if (!answerBy) return null
  return (
    <p className="pd__by">
      <Icon name="clock" small />
      {m.asks_answer_by({ time: timeAndDay(answerBy, timeZone) })}
    </p>
  )
}
