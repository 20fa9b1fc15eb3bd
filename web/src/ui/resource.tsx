import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { type CallPath, carry, plainEndpoint } from './form/carry.ts'
import { Spinner } from './spinner.tsx'

/** What the last reply held. */
interface Reply {
  data: unknown
  message?: string | undefined
  status: number
  error?: string | undefined
}

interface Loaded extends Reply {
  /** Neither throws: what went wrong stands in `error` and `status`. */
  post: (payload: unknown) => Promise<Reply>
  /** DELETE on {deleteById}/{id}, or on the bare path without an id. */
  remove: (id?: string) => Promise<Reply>
  reload: () => void
}

interface ResourceProps {
  get: AnyEndpoint | CallPath
  post?: AnyEndpoint | CallPath
  deleteById?: AnyEndpoint | CallPath
  /** By this name its failures are told. */
  name: string
  report?: (componentName: string, error: unknown) => void
  children: (loaded: Loaded) => ReactNode
}

/** Loads, and hands what it got to its child. A spinner until then; nothing at all where that failed. */
export function Resource({ get, post, deleteById, name, report, children }: ResourceProps) {
  const [reply, setReply] = useState<Reply>()
  const [hasFailed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)

  const complain = useCallback(
    (error: unknown) => {
      console.error(`${name}:`, error)
      if (isDue(name, error)) report?.(name, error)
    },
    [name, report],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    const control = new AbortController()
    const endpoint = callOf('GET', get)
    carry(endpoint, { signal: control.signal }).then(
      (data) => {
        setReply({ data, status: endpoint.status, message: endpoint.message })
        setFailed(false)
      },
      (error: unknown) => {
        if (control.signal.aborted) return
        setFailed(true)
        complain(error)
      },
    )
    return () => control.abort()
  }, [get, turn, complain])

  const change = async (
    endpoint: AnyEndpoint,
    parcel: { body?: unknown; params?: unknown },
  ): Promise<Reply> => {
    let answer: Reply
    try {
      const { status, message } = endpoint
      answer = { data: await carry(endpoint, parcel), status, message }
    } catch (error) {
      complain(error)
      const status = error instanceof ApiError ? error.status : 0
      answer = { data: reply?.data, status, error: error instanceof Error ? error.message : String(error) }
    }
    setReply(answer)
    return answer
  }

  if (hasFailed) return null
  if (!reply) return <Spinner />
  return children({
    ...reply,
    post: (payload) => change(callOf('POST', needed(post, 'post')), { body: payload }),
    remove: (id) => {
      const path = needed(deleteById, 'deleteById')
      const endpoint = callOf('DELETE', path, id === undefined ? '' : '/:id')
      return change(endpoint, id === undefined ? {} : { params: { id } })
    },
    reload: () => setTurn(turn + 1),
  })
}

function callOf(method: 'GET' | 'POST' | 'DELETE', call: AnyEndpoint | CallPath, tail?: string): AnyEndpoint {
  return typeof call === 'string' ? plainEndpoint(method, call, tail) : call
}

function needed<T>(path: T | undefined, prop: string): T {
  if (path === undefined) throw new Error(`Resource needs ${prop} for that.`)
  return path
}

const minute = 60_000
const told = new Map<string, number>()

/** Whether the same failure has not been reported within a minute. */
function isDue(name: string, error: unknown): boolean {
  const what = `${name} ${String(error)}`
  const now = Date.now()
  if (now - (told.get(what) ?? Number.NEGATIVE_INFINITY) < minute) return false
  told.set(what, now)
  return true
}
