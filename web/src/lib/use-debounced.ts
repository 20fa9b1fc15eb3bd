import { useEffect, useState } from 'react'

/**
 * Returns the text once nobody has typed for a while.
 *
 * @param quietFor milliseconds
 */
export function useDebounced(text: string, quietFor: number): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietFor)
    return () => clearTimeout(timer)
  }, [text, quietFor])
  return quiet
}
