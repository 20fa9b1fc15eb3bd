import type { AnyEndpoint, DataOf, InputOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { Prompt } from '#ui/fields/field.tsx'
import { type CallPath, callAny, plainEndpoint } from '#ui/form/call-any.ts'
import SearchIcon from '#ui/icons/search.svg?react'
import { Spinner } from '#ui/spinner.tsx'
import '#ui/styles/widgets.css'

interface Looks {
  /** Read aloud, not shown. */
  label: string
  placeholder?: string
  /** Shown below, for example the results. */
  children?: ReactNode
}

interface ByEndpoint<E extends AnyEndpoint> extends Looks {
  endpoint: E
  /** Returns the call's input for the query. */
  input: (query: string) => InputOf<E>
  /** Gets the array from the answer, or an empty one when the text is cleared. */
  onResults: (results: DataOf<E>) => void
  onSearch?: never
}

interface ByPath extends Looks {
  /** Below /api. `{query}` in it is replaced by the typed text. */
  endpoint: CallPath
  input?: never
  onResults: (results: readonly unknown[]) => void
  onSearch?: never
}

interface ByHandler extends Looks {
  /**
   * Searches and shows the results; called with an empty text when the text is cleared. Heed the signal: a later search
   * aborts this one.
   */
  onSearch: (query: string, signal: AbortSignal) => Promise<void> | void
  endpoint?: never
  input?: never
  onResults?: never
}

const quietFor = 500

/** Searches once nobody has typed for half a second. */
export function SearchBox<E extends AnyEndpoint = AnyEndpoint>(props: ByEndpoint<E> | ByPath | ByHandler) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [isLoading, setLoading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const search = searchOf(props)
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; control: AbortController }>(undefined)

  const stop = useCallback(() => {
    clearTimeout(running.current?.timer)
    running.current?.control.abort()
  }, [])
  useEffect(() => stop, [stop])

  const type = (text: string) => {
    stop()
    setQuery(text)
    setProblem(undefined)
    const control = new AbortController()
    const run = async () => {
      try {
        await latest.current(text.trim(), control.signal)
      } catch (error) {
        if (!control.signal.aborted) setProblem(failureText(error))
      } finally {
        // Otherwise a later search is under way.
        if (!control.signal.aborted) setLoading(false)
      }
    }
    const isEmpty = text.trim() === ''
    setLoading(!isEmpty)
    if (isEmpty) run()
    running.current = { control, timer: setTimeout(() => !isEmpty && run(), quietFor) }
  }

  return (
    <search className="stack searchbox">
      <div className="searchbox__line">
        <SearchIcon className="icon" />
        <input
          className="input"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={props.label}
          aria-busy={isLoading}
          aria-describedby={problem ? `${id}-error` : undefined}
          placeholder={props.placeholder}
          value={query}
          onChange={(event) => type(event.target.value)}
        />
        {isLoading && <Spinner size="2rem" label={m.specified_searching()} />}
      </div>
      {problem && <Prompt id={`${id}-error`}>{problem}</Prompt>}
      {props.children}
    </search>
  )
}

type Search = (query: string, signal: AbortSignal) => Promise<void>

/** All props of the three variants. */
interface Known {
  onSearch: (query: string, signal: AbortSignal) => Promise<void> | void
  endpoint: AnyEndpoint | CallPath
  onResults: (results: readonly unknown[]) => void
  input: (query: string) => object
}

function searchOf<E extends AnyEndpoint>(props: ByEndpoint<E> | ByPath | ByHandler): Search {
  // Callers that bypass the types still learn what is missing.
  const { onSearch, endpoint, onResults, input } = props as Partial<Known>
  if (onSearch) {
    return async (query, signal) => {
      await onSearch(query, signal)
    }
  }
  if (!endpoint || !onResults) {
    throw new Error('SearchBox needs an endpoint with onResults, or onSearch.')
  }
  return async (query, signal) => {
    if (query === '') return onResults([])
    try {
      const found = await (typeof endpoint === 'string'
        ? callAny(...pathWith(endpoint, query, signal))
        : callAny(endpoint, { ...input?.(query), signal }))
      if (!signal.aborted) onResults(Array.isArray(found) ? found : [])
    } catch (error) {
      if (!signal.aborted) onResults([])
      throw error
    }
  }
}

/** Returns the call for a path, with `{query}` replaced in it or in its query string. */
function pathWith(path: CallPath, typed: string, signal: AbortSignal): Parameters<typeof callAny> {
  const [place = '', search = ''] = path.split('?')
  const query = Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, value]) => [name, value.replace('{query}', typed)]),
  )
  const filled = place.replace('{query}', encodeURIComponent(typed)) as CallPath
  return [plainEndpoint('GET', filled), { query, signal }]
}
