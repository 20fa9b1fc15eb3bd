import { ConnectionsScreen } from '#features/connections/connections-screen.tsx'
import { GroupList } from './parts/group-list.tsx'
import { OpenGroup } from './parts/open-group.tsx'

/** /connections with its groups. It stands here because groups know connections, not the other way round. */
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
