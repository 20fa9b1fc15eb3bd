import { ConnectionsScreen } from '#features/connections/connections-screen.tsx'
import { GroupList } from './parts/group-list.tsx'
import { OpenGroup } from './parts/open-group.tsx'

/** /connections with its groups. It is here because groups depend on connections, not the reverse. */
export function ConnectionsWithGroupsScreen() {
  return (
    <ConnectionsScreen
      groups={
        <>
          <GroupList />
          <OpenGroup />
        </>
      }
    />
  )
}
