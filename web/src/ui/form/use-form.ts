import { type ChangeEvent, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '#lib/calls/api.ts'
import { type ErrorMessages, emptyPrompt, failureText } from '#lib/calls/failure-text.ts'
import { watchLanguage } from '#lib/language.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import type { Rule, Validation, Values } from './form-types.ts'
import { valueAt, withValue } from './paths.ts'
import { type Finding, fieldOf, validate } from './validate.ts'

type Schema<Body> = z.ZodMiniType<Body>

interface FormOptions<Held extends object, Body> {
  values: Held
  setValues: (next: Held) => void
  /** The fields from top to bottom; by default in the order of the values. */
  order?: readonly string[]
  /** The schema that the server validates with, or a function that loads it on demand. */
  schema?: Schema<Body> | (() => Promise<Schema<Body>>) | undefined
  rules?: readonly Rule[]
  /** Returns the body that is validated, and sent as the schema parses it. */
  bodyOf?: (values: Held) => unknown
  send: (body: Body) => Promise<unknown>
  afterSend?: ((answer: unknown, body: Body) => Promise<void> | void) | undefined
  errorMessages?: ErrorMessages | undefined
  /** Refusals about one field: the field's name by the server's text. */
  fieldByRefusal?: Readonly<Record<string, string>> | undefined
  validation?: Validation
  /** Leads to a field with a finding; false if the form has no such control. */
  pointAt?: (field: string, form: HTMLFormElement) => boolean
}

/** `isSaid` marks a finding that no rule makes, and that an edit of the field removes. */
interface FormFinding extends Finding {
  isSaid?: boolean
}

/** A form: validates the values, shows what is wrong, and sends them. The caller keeps the values. */
export function useForm<Held extends object, Body>(options: FormOptions<Held, Body>) {
  const { values, setValues, order = Object.keys(values), schema, rules = [], send, afterSend } = options
  const { bodyOf = (held) => held, errorMessages, fieldByRefusal, validation = 'until-edited' } = options
  const { pointAt = focusOn } = options
  const [findings, setFindings] = useState<readonly FormFinding[]>([])
  const [problem, setProblem] = useState<string>()
  const [status, setStatus] = useState<'pending' | 'success' | 'fail' | null>(null)
  const [isPending, setPending] = useState(false)
  const oneAtATime = useOneAtATime()
  /** True after a submit while the last one was still under way. */
  const isAskedAgain = useRef(false)
  const isByItself = useRef(false)
  /** Which fields an edit validates: none, those edited so far, or all. */
  const validated = useRef<Set<string> | 'all'>(new Set<string>())
  /** Only the last validation counts, since rules may be slow. */
  const turn = useRef(0)
  const latest = useRef(values)
  // Before anything can be pressed or sent.
  useLayoutEffect(() => {
    latest.current = values
  })
  // The texts are in the old language. The next edit or submit shows them anew.
  useEffect(
    () =>
      watchLanguage(() => {
        setFindings([])
        setProblem(undefined)
      }),
    [],
  )
  const shown = findings.find(({ field }) => order.includes(field))

  const check = async (held: Held) => {
    const found = typeof schema === 'function' ? await schema() : schema
    const raw = bodyOf(held)
    return {
      wrong: await validate({ schema: found, rules }, order, held as Values, raw),
      bodyIn: () => (found?.safeParse(raw).data ?? raw) as Body,
    }
  }
  const show = (found: readonly FormFinding[], form: HTMLFormElement) => {
    setFindings(found)
    const first = found.find(({ field }) => order.includes(field)) ?? found[0]
    if (first && !pointAt(first.field, form)) setProblem(first.prompt)
  }
  const validateAndSend = async (form: HTMLFormElement) => {
    turn.current += 1
    isAskedAgain.current = false
    setProblem(undefined)
    if (validation === 'until-edited') setFindings([])
    setPending(true)
    const held = latest.current
    try {
      const { wrong, bodyIn } = await check(held)
      if (wrong.length > 0) {
        validated.current = 'all'
        setStatus(null)
        return show(wrong, form)
      }
      setFindings([])
      if (validation === 'on-submit') validated.current = new Set()
      setStatus('pending')
      const body = bodyIn()
      const answer = await send(body)
      setStatus('success')
      await afterSend?.(answer, body)
    } catch (error) {
      setStatus('fail')
      // The refused values have changed and were submitted again meanwhile, such as a corrected code.
      if (isAskedAgain.current && latest.current !== held) return await validateAndSend(form)
      const found = faultsOf(error, order, fieldByRefusal)
      // A value that submitted itself and has changed since will submit itself again.
      const isNews = ({ field }: Finding) =>
        !isByItself.current || valueAt(latest.current, field) === valueAt(held, field)
      if (found.length > 0) show(found.filter(isNews), form)
      else setProblem(failureText(error, errorMessages))
    } finally {
      setPending(false)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    isAskedAgain.current = true
    // Submitted neither by a button nor by Enter.
    isByItself.current = event.nativeEvent.submitter === null
    oneAtATime(() => validateAndSend(form))
  }

  const revalidate = async (held: Held) => {
    turn.current += 1
    const mine = turn.current
    const { wrong } = await check(held)
    if (mine !== turn.current) return
    const asked = validated.current
    if (asked === 'all') {
      setFindings(wrong)
      // Everything is right, so nothing is shown before the next submit.
      if (wrong.length === 0 && validation === 'on-submit') validated.current = new Set()
    } else {
      const isAsked = ({ field }: Finding) => asked.has(field)
      setFindings((before) => [...before.filter((each) => !isAsked(each)), ...wrong.filter(isAsked)])
    }
  }
  const set = <Name extends keyof Held & string>(name: Name, value: Held[Name]): Held => {
    const next = withValue(latest.current, name, value)
    latest.current = next
    setValues(next)
    if (validation === 'until-edited') {
      setProblem(undefined)
      if (shown?.field === name) setFindings([])
      return next
    }
    setFindings((before) => before.filter(({ field, isSaid }) => field !== name || !isSaid))
    if (validation === 'on-input' && validated.current !== 'all') validated.current.add(name)
    if (validated.current === 'all' || validated.current.size > 0) void revalidate(next)
    return next
  }
  /**
   * Shows a prompt that no rule knows, until the field's next edit. With `of`, only if the field still has that value.
   */
  const setError = (name: string, prompt: string, of?: unknown) => {
    if (of !== undefined && valueAt(latest.current, name) !== of) return
    const said = { field: name, prompt: prompt || emptyPrompt(), isSaid: true }
    setFindings((before) => {
      const [first, ...others] = before.filter(({ field }) => field !== name)
      if (!first) return [said]
      // The prompt of the field further up is the one shown.
      const isFurtherUp = order.indexOf(first.field) < order.indexOf(name)
      return isFurtherUp ? [first, said, ...others] : [said, first, ...others]
    })
  }

  const promptOf = (name: string) => (shown?.field === name ? shown.prompt : undefined)
  /** Returns the props of a TextField. */
  const field = (name: keyof Held & string) => ({
    name,
    value: String(valueAt(values, name) ?? ''),
    error: promptOf(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      void set(name, target.value as Held[typeof name]),
  })
  const isWrong = (name: string) => findings.some((each) => each.field === name)
  return { findings, problem, status, isPending, submit, set, setError, promptOf, isWrong, field }
}

function focusOn(field: string, form: HTMLFormElement): boolean {
  const control = form.elements.namedItem(field)
  if (!(control instanceof HTMLElement)) return false
  control.focus()
  return true
}

/** Returns the server's refusals of single fields that are on the form. */
function faultsOf(
  error: unknown,
  order: readonly string[],
  fieldByRefusal: Readonly<Record<string, string>> = {},
) {
  if (!(error instanceof ApiError)) return []
  const refused = fieldByRefusal[error.message]
  const said = error.fields ?? (refused ? { [refused]: error.message } : {})
  const byField = new Map<string, FormFinding>()
  for (const [path, text] of Object.entries(said)) {
    const field = fieldOf(path, order)
    if (field !== undefined && !byField.has(field))
      byField.set(field, { field, prompt: text || emptyPrompt(), isSaid: true })
  }
  return [...byField.values()]
}
