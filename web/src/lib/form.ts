import type { ChangeEvent, SubmitEvent } from 'react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from './calls/api.ts'
import { failureText } from './calls/failure-text.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

export type Errors = Readonly<Record<string, string>>

interface FormOptions<Values, Valid> {
  values: Values
  setValues: (next: Values) => void
  /** The very schema that the server holds the call to; a function where it is to be fetched only then. */
  schema: z.ZodMiniType<Valid> | (() => Promise<z.ZodMiniType<Valid>>)
  send: (valid: Valid) => Promise<void>
  errorMessages?: Readonly<Record<number, string>>
  /** Refusals that are about one field: its name by the server's text. */
  blame?: Readonly<Record<string, string>>
  /** More rules, asked only where the schema is content; a text by field name. */
  check?: (values: Values) => Promise<Errors> | Errors
}

function fieldsOf(error: ApiError, blame: Readonly<Record<string, string>> = {}): Errors {
  const name = blame[error.message]
  return error.fields ?? (name ? { [name]: error.message } : {})
}

/**
 * A form whose values live with the caller (in useState or useDraft). On submit only the first failing prompt shows,
 * and its field gets the focus; typing into the field takes the prompt away.
 */
export function useForm<Values extends object, Valid>(options: FormOptions<Values, Valid>) {
  const { values, setValues, schema, send, errorMessages, blame, check } = options
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const oneAtATime = useOneAtATime()

  const clear = (name: string) => {
    setProblem(undefined)
    setErrors((before) => {
      if (!(name in before)) return before
      const { [name]: _, ...others } = before
      return others
    })
  }
  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    setValues({ ...values, [name]: value })
    clear(name)
  }

  const complain = (found: Errors, form: HTMLFormElement) => {
    const [first] = Object.entries(found)
    if (!first) return
    const [path, text] = first
    const name = path.split('.')[0] ?? path
    setErrors({ [name]: text })
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLElement) control.focus()
    else setProblem(text || 'Something went wrong.')
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    oneAtATime(() => judgeAndSend(form))
  }
  const judgeAndSend = async (form: HTMLFormElement) => {
    setProblem(undefined)
    setErrors({})
    setPending(true)
    try {
      const judged = (typeof schema === 'function' ? await schema() : schema).safeParse(values)
      if (!judged.success) {
        // The first on the screen; rules over several fields come last in the list, wherever they belong.
        const order = Object.keys(values)
        const placeOf = ({ path }: { path: PropertyKey[] }) => order.indexOf(String(path[0]))
        const issue = judged.error.issues.toSorted((a, b) => placeOf(a) - placeOf(b))[0]
        return complain({ [issue?.path.join('.') ?? '']: issue?.message || 'Something went wrong.' }, form)
      }
      const more = (await check?.(values)) ?? {}
      if (Object.keys(more).length > 0) return complain(more, form)
      await send(judged.data)
    } catch (error) {
      const fields = error instanceof ApiError ? fieldsOf(error, blame) : {}
      if (Object.keys(fields).length > 0) complain(fields, form)
      else setProblem(failureText(error, errorMessages))
    } finally {
      setPending(false)
    }
  }

  /** Spread it into a TextField. */
  const field = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: String(values[name] ?? ''),
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      set(name, event.target.value as Values[Name]),
  })

  return { errors, problem, isPending, submit, field, set, setErrors, clear }
}
