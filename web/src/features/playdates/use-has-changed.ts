import { useState } from 'react'

/** True once the version is another than the one first seen here. Undefined: not known yet. */
export function useHasChanged(version: number | undefined): boolean {
  const [first, setFirst] = useState(version)
  if (first === undefined && version !== undefined) setFirst(version)
  return first !== undefined && version !== undefined && version !== first
}
