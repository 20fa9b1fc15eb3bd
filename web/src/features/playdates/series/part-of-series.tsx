import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'

export function PartOfSeries({ id }: { id: string }) {
  return (
    <p className="row facts__moved">
      <Icon name="repeat" small />
      <Link to={`/series/${id}`}>{m.series_part_of()}</Link>
    </p>
  )
}
