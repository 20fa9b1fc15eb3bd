import { useState } from 'react'

/** True once the version differs from the first one seen here. Undefined means not loaded yet. */
export function useHasChanged(version: number | undefined): boolean {
  const [first, setFirst] = useState(version)
  if (first === undefined && version !== undefined) setFirst(version)
  return first !== undefined && version !== undefined && version !== first
}
