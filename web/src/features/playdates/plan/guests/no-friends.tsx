import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { Rich } from '#ui/rich.tsx'

/** Said instead of friends' children where there are none, with the way to some. */
export function NoFriends() {
  return (
    <Rich
      parts={m.plan_no_friends.parts({})}
      marks={{ link: (words) => <Link to="/edit-connection/new">{words}</Link> }}
    />
  )
}
