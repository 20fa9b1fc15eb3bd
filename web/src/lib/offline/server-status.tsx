import { m } from '@tagalong/contract/messages.ts'
import { brand } from '#lib/brand.ts'
import { useIsReachable } from './use-is-reachable.ts'

/** Says unobtrusively that we keep trying, even above an open dialog, until the server answers. */
export function ServerStatus() {
  const isReachable = useIsReachable()
  return (
    <div className="server-status" role="status" data-react-aria-top-layer="">
      {!isReachable && <p>{m.lib_reaching({ brand })}</p>}
    </div>
  )
}
