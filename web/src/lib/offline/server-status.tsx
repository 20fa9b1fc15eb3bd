import { m } from '@tagalong/contract/messages.ts'
import { useSyncExternalStore } from 'react'
import { brand } from '#lib/brand.ts'
import { serverIsReachable, watchReachability } from './reachability.ts'

/** Says quietly that we keep trying; goes by itself. */
export function ServerStatus() {
  const isReachable = useSyncExternalStore(watchReachability, serverIsReachable, () => true)
  return (
    <div className="server-status" role="status">
      {!isReachable && <p>{m.lib_reaching({ brand })}</p>}
    </div>
  )
}
