import type { AnyEndpoint, DataOf } from '@tagalong/contract/http/endpoint.ts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ApiError } from '#lib/calls/api.ts'
import { reportCrash } from '#lib/crash-report.ts'
import { type CallPath, callAnyForReply, plainEndpoint } from '#ui/form/call-any.ts'
import { Spinner } from '#ui/spinner.tsx'

/** The contents of the last reply. After a refusal, `data` is still the last good one. */
interface Reply<Data> {
  data: Data
  message?: string | undefined
  status: number
  error?: string | undefined
}

interface Loaded<Data> extends Reply<Data> {
  /** Neither throws: failures are in `error` and `status`. */
  post: (payload: unknown) => Promise<Reply<Data>>
  /** DELETE on {deleteById}/{id}, or on the bare path if there is no id. */
  remove: (id?: string) => Promise<Reply<Data>>
  reload: () => void
}

interface ResourceProps<Get extends AnyEndpoint> {
  get: Get | CallPath
  post?: AnyEndpoint | CallPath
  deleteById?: AnyEndpoint | CallPath
  /** The name under which failures are reported. */
  name: string
  children: (loaded: Loaded<DataOf<Get>>) => ReactNode
}

/** Loads data and passes it to its child. Shows a spinner until then, and nothing if that failed. */
export function Resource<Get extends AnyEndpoint = AnyEndpoint>({
  get,
  post,
  deleteById,
  name,
  children,
}: ResourceProps<Get>) {
  type Data = DataOf<Get>
  const [reply, setReply] = useState<Reply<Data>>()
  const [hasFailed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)

  const report = useCallback(
    (error: unknown) => {
      console.error(`${name}:`, error)
      // Sent once a minute at most for the same error.
      reportCrash(name, error)
    },
    [name],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    const control = new AbortController()
    const endpoint = callOf('GET', get)
    callAnyForReply(endpoint, { signal: control.signal }).then(
      (answer) => {
        setReply(answer as Reply<Data>)
        setFailed(false)
      },
      (error: unknown) => {
        if (control.signal.aborted) return
        setFailed(true)
        report(error)
      },
    )
    return () => control.abort()
  }, [get, turn, report])

  const change = async (
    endpoint: AnyEndpoint,
    input: { body?: unknown; params?: unknown },
  ): Promise<Reply<Data>> => {
    let answer: Reply<Data>
    try {
      answer = (await callAnyForReply(endpoint, input)) as Reply<Data>
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      // A refusal is expected, and the child shows it.
      if (!(error instanceof ApiError) || status >= 500) report(error)
      answer = {
        data: reply?.data as Data,
        status,
        error: error instanceof Error ? error.message : String(error),
      }
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
