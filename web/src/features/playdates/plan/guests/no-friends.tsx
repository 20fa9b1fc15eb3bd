import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { Rich } from '#ui/rich.tsx'

/** Shown if there are no friends' children, with a link to add a friend. */
export function NoFriends() {
  return (
    <Rich
      parts={m.plan_no_friends.parts({})}
      marks={{ link: (words) => <Link to="/edit-connection/new">{words}</Link> }}
    />
  )
}
