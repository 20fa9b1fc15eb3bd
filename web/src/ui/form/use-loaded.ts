import { useEffect, useRef, useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import type { Address } from './addresses.ts'
import { callAny } from './call-any.ts'
import type { Values } from './form-types.ts'

interface Loaded {
  key: string
  values?: Values
  problem?: string
}

/** Loads the values at the address; nothing without one. */
export function useLoaded(address: Address | undefined) {
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<Loaded>()
  const endpoint = address?.endpoint
  const id = address?.params?.id
  const key = `${endpoint?.scope}${endpoint?.path} ${id} ${turn}`
  const latest = useRef(endpoint)
  useEffect(() => {
    latest.current = endpoint
  })
  const isNeeded = endpoint !== undefined

  useEffect(() => {
    if (!isNeeded || !latest.current) return
    const control = new AbortController()
    callAny(latest.current, { ...(id !== undefined && { params: { id } }), signal: control.signal }).then(
      (data) => setState({ key, values: (data ?? {}) as Values }),
      (error: unknown) => {
        if (!control.signal.aborted) setState({ key, problem: failureText(error) })
      },
    )
    return () => control.abort()
  }, [isNeeded, id, key])

  const current = state?.key === key ? state : undefined
  return { values: current?.values, problem: current?.problem, reload: () => setTurn(turn + 1) }
}
