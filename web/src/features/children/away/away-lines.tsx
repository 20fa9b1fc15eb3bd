import { m } from '@tagalong/contract/messages.ts'
import { daysText } from '@tagalong/contract/values/date-format.ts'
import { useDaysAway } from './away.queries.ts'
import './away.css'

/** One line per entry of days away, such as `Away 12/20 – 1/2`, naming the other guardian if they entered it. */
export function AwayLines({ child }: { child: string }) {
  const { data = [] } = useDaysAway()
  return data
    .filter(({ children }) => children.includes(child))
    .map((entry) => {
      const days = daysText(entry)
      return (
        <span key={entry._id} className="away__line">
          {entry.isMine
            ? m.children_away_line({ days })
            : m.children_away_line_by({ days, name: entry.by.name })}
        </span>
      )
    })
}
