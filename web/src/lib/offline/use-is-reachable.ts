import { useSyncExternalStore } from 'react'
import { serverIsReachable, watchReachability } from './reachability.ts'

export function useIsReachable(): boolean {
  return useSyncExternalStore(watchReachability, serverIsReachable, () => true)
}
