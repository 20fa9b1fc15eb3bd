import type { AnyEndpoint, BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { phonePrompt } from '@tagalong/contract/values/phone.ts'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { ApiError } from '#lib/calls/api.ts'
import { type ErrorMessages, emptyPrompt, failureText } from '#lib/calls/failure-text.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button, type ButtonSize } from '#ui/button.tsx'
import { isPhoneNumber } from '#ui/fields/phone-field.tsx'
import AlertIcon from '#ui/icons/alert.svg?react'
import { PageProblem } from '#ui/page-problem.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { type FormEndpoint, type FormId, loadAddress, saveAddress } from './addresses.ts'
import { carry } from './carry.ts'
import { FieldOfForm } from './form-field.tsx'
import type { FormField, FormRow, FormStep, NameOf, Rule, SubmitAlignment, Values } from './form-types.ts'
import { errorsOf, findings, firstOf } from './judge.ts'
import type { LabelCase } from './label-case.ts'
import { heldValues, sentValues } from './values.ts'
import './form.css'

type Status = 'pending' | 'success' | 'fail'

/** One page of fields, or several that are shown one after the other. */
type Fields<Name extends string> =
  | { fields: readonly FormRow<Name>[]; steps?: never }
  | { steps: readonly FormStep<Name>[]; fields?: never }

type FormProps<Save extends AnyEndpoint> = Fields<NameOf<Save>> & {
  /** A call of the contract, a pair of them, or a path such as `admin/group`. */
  endpoint: FormEndpoint<Save>
  /** Null loads and saves the one thing that there is; 'new' loads nothing. */
  id?: FormId
  /** Sends to {endpoint}/{id}. A contract's path says so itself. */
  includeId?: boolean
  preventInitialLoad?: boolean
  /** Where nothing is loaded. */
  initialValues?: Values
  rules?: readonly Rule<NameOf<Save>>[]
  /** The contract's own rules; what is sent then is as it makes it, for example trimmed. */
  schema?: z.ZodMiniType
  validation?: 'on-submit' | 'on-input'
  extraBody?: Values
  /** Sends multipart/form-data, files included. */
  multipart?: boolean
  idempotencyKey?: string
  /** Sends in its own way, for example through a hook that makes lists old. Reject with a text to have it shown. */
  send?: (body: BodyOf<Save>, parts: FormData | undefined) => Promise<unknown>
  /** Texts by status; they come before the server's. */
  errorMessages?: ErrorMessages
  /** Refusals that are about one field: its name by the server's text. */
  blame?: Readonly<Record<string, NameOf<Save>>>
  onEdit?: (values: Values) => void
  afterSubmit?: (answer: unknown, body: BodyOf<Save>) => Promise<void> | void
  /** A path, or one step back. */
  redirect?: string | 'back'
  submitLabel?: string
  retryLabel?: string
  submitAlign?: SubmitAlignment
  submitSize?: ButtonSize
  isSubmitWide?: boolean
  isSubmitDisabled?: boolean
  labelCase?: LabelCase
  /** More buttons, left of the submit button. */
  actions?: ReactNode
  /** Between the fields and the buttons. */
  children?: ReactNode
  className?: string
}

/** Loads, judges and sends. The fields are told as data. */
export function Form<Save extends AnyEndpoint = AnyEndpoint>(props: FormProps<Save>) {
  const { endpoint, id = null, preventInitialLoad = false, initialValues } = props
  const address = preventInitialLoad ? undefined : loadAddress(endpoint, id)
  const { loaded, problem, reload } = useLoaded(address)
  if (!address) return <LoadedForm {...props} given={initialValues} />
  if (problem !== undefined) return <PageProblem error={new Error(problem)} onRetry={reload} />
  if (!loaded) return <Spinner size="4rem" />
  // What another id leads to is another form.
  return <LoadedForm key={id} {...props} given={{ ...initialValues, ...loaded.values }} />
}

interface Loaded {
  key: string
  values?: Values
  problem?: string
}

function useLoaded(address: ReturnType<typeof loadAddress>) {
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
    carry(latest.current, { ...(id !== undefined && { params: { id } }), signal: control.signal }).then(
      (data) => setState({ key, values: (data ?? {}) as Values }),
      (error: unknown) => {
        if (!control.signal.aborted) setState({ key, problem: failureText(error) })
      },
    )
    return () => control.abort()
  }, [isNeeded, id, key])

  const current = state?.key === key ? state : undefined
  return {
    loaded: current?.values && { values: current.values },
    problem: current?.problem,
    reload: () => setTurn(turn + 1),
  }
}

function LoadedForm<Save extends AnyEndpoint>(props: FormProps<Save> & { given: Values | undefined }) {
  const { given, validation = 'on-submit', labelCase = 'title', submitAlign = 'right' } = props
  const { submitLabel = 'Submit', retryLabel = 'Retry', extraBody, schema, blame } = props
  const navigate = useNavigate()
  const steps: readonly Partial<FormStep>[] = props.steps ?? [{ fields: props.fields }]
  const allFields = steps.flatMap(fieldsOf)
  const order = allFields.map(({ name }) => name)
  const rules = [...(props.rules ?? []), ...allFields.flatMap(phoneRule)]

  const [step, setStep] = useState(0)
  const [status, setStatus] = useState<Status | null>(null)
  const [problem, setProblem] = useState<string>()
  /** A field, or the step's title. */
  const [focused, setFocused] = useState<{ name?: string }>()
  const form = useRef<HTMLFormElement>(null)
  const oneAtATime = useOneAtATime()
  /** What edits are held to: nothing, what was edited, or everything. */
  const judged = useRef<Set<string> | 'all'>(new Set<string>())
  /** Fields of which something is said that no rule knows. */
  const accused = useRef(new Set<string>())

  const bodyOf = (held: Values) => ({ ...sentValues(allFields, held), ...extraBody })
  const judge = (held: Values) =>
    findings({ rules }, order, held).then(async (byRules) => {
      if (!schema) return byRules
      const bySchema = await findings({ schema }, order, bodyOf(held))
      return [...bySchema, ...byRules.filter(({ field }) => bySchema.every((each) => each.field !== field))]
    })

  const { control, handleSubmit, formState, setError, clearErrors, subscribe, trigger, getValues } = useForm<
    Record<string, unknown>
  >({
    defaultValues: heldValues(allFields, given),
    resolver: async (held) => {
      const found = await judge(held)
      return found.length > 0 ? { values: {}, errors: errorsOf(found) } : { values: held, errors: {} }
    },
    // When edits are judged is ours to say: the library would look at the edited field only.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { errors } = formState
  const shown = firstOf(errors, order)
  const isInvalid = Object.keys(errors).length > 0

  const onEdit = async (name: string) => {
    props.onEdit?.(getValues())
    if (accused.current.delete(name)) clearErrors(name)
    if (judged.current !== 'all' && validation === 'on-input') judged.current.add(name)
    if (judged.current === 'all') {
      const isRight = await trigger()
      // Right again: from here on nobody is told before the next submit.
      if (isRight && validation === 'on-submit') judged.current = new Set()
    } else if (judged.current.size > 0) await trigger([...judged.current])
  }
  const latestEdit = useRef(onEdit)
  useEffect(() => {
    latestEdit.current = onEdit
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type }) => {
          if (name !== undefined && type === 'change') void latestEdit.current(name)
        },
      }),
    [subscribe],
  )

  const heading = useRef<HTMLHeadingElement>(null)
  // After the step that holds it is there.
  useEffect(() => {
    const place =
      focused?.name === undefined ? heading.current : form.current?.elements.namedItem(focused.name)
    if (focused && place instanceof HTMLElement) place.focus()
  }, [focused])
  const goTo = (next: number) => {
    setStep(next)
    setFocused({})
  }
  const pointAt = (name: string | undefined) => {
    if (name === undefined) return
    const at = steps.findIndex((each) => fieldsOf(each).some((field) => field.name === name))
    if (at >= 0) setStep(at)
    setFocused({ name })
  }
  const complain = (found: Readonly<Record<string, string>>) => {
    for (const [at, [name, text]] of Object.entries(found).entries()) {
      accused.current.add(name)
      setError(name, { type: String(at), message: text || emptyPrompt })
    }
  }

  const send = async (held: Values) => {
    const raw = bodyOf(held)
    const body = (schema ? (schema.safeParse(raw).data ?? raw) : raw) as BodyOf<Save>
    if (validation === 'on-submit') judged.current = new Set()
    setStatus('pending')
    try {
      const answer = await (props.send ? props.send(body, partsOf(props, body)) : carryForm(props, body))
      setStatus('success')
      await props.afterSubmit?.(answer, body)
    } catch (error) {
      setStatus('fail')
      const found = fieldsAtFault(error, blame, order)
      complain(found)
      if (Object.keys(found).length > 0) pointAt(Object.keys(found)[0])
      else setProblem(failureText(error, props.errorMessages))
      return
    }
    if (props.redirect === 'back') navigate(-1)
    else if (props.redirect !== undefined) navigate(props.redirect)
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React tells a form around a dialog of the dialog's form, too.
    event.stopPropagation()
    if (step < steps.length - 1) return goTo(step + 1)
    oneAtATime(async () => {
      setProblem(undefined)
      accused.current.clear()
      await handleSubmit(send, (wrong) => {
        judged.current = 'all'
        setStatus(null)
        const first = firstOf(wrong, order)
        if (first === undefined) setProblem(anyPrompt(wrong))
        else pointAt(first)
      })()
    })
  }

  const { fields: rows = [], title } = steps[step] ?? {}
  const isTop = submitAlign.startsWith('top-')
  const buttons = (
    <div className={`form__actions form__actions--${submitAlign.replace('top-', '')}`}>
      {props.actions}
      {step > 0 && (
        <Button key="back" onPress={() => goTo(step - 1)}>
          Back
        </Button>
      )}
      {step < steps.length - 1 ? (
        <Button key="next" variant="primary" onPress={() => goTo(step + 1)}>
          Next
        </Button>
      ) : (
        <Button
          key="submit"
          variant="action"
          type="submit"
          size={props.submitSize ?? 'medium'}
          wide={props.isSubmitWide ?? false}
          isDisabled={props.isSubmitDisabled ?? false}
          isPending={status === 'pending'}
        >
          {status === 'fail' ? retryLabel : submitLabel}
        </Button>
      )}
    </div>
  )
  const refusal = problem !== undefined && (
    <p className="refusal" role="alert">
      <AlertIcon className="icon icon--s" />
      <span>{problem}</span>
    </p>
  )

  return (
    <form
      className={['stack', 'form', props.className].filter(Boolean).join(' ')}
      ref={form}
      noValidate
      data-status={status ?? 'null'}
      data-invalid={isInvalid || undefined}
      onSubmit={submit}
    >
      {isTop && buttons}
      {isTop && refusal}
      {props.steps && (
        <header className="form__step">
          <p className="quiet small">
            Step {step + 1} of {steps.length}
          </p>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
        </header>
      )}
      {rows.map((row) => {
        const fields = rowFields(row).map((field) => (
          <FieldOfForm
            key={field.name}
            field={field}
            control={control}
            shown={shown}
            labelCase={labelCase}
            complain={(name, prompt) => complain({ [name]: prompt })}
          />
        ))
        return isPair(row) ? (
          <div className="pair" key={row[0]?.name}>
            {fields}
          </div>
        ) : (
          fields
        )
      })}
      {props.children}
      {!isTop && buttons}
      {!isTop && refusal}
    </form>
  )
}

/** Of something that has no field here, for example a list beside the fields. */
function anyPrompt(errors: object): string {
  const [first] = Object.values(errors) as { message?: string }[]
  return first?.message || emptyPrompt
}

function phoneRule(field: FormField): Rule[] {
  if (field.type !== 'phone') return []
  const isValid = (value: unknown) =>
    typeof value !== 'string' || value === '' || isPhoneNumber(value, field.countries)
  return [{ field: field.name, isValid, prompt: phonePrompt }]
}

function isPair(row: FormRow): row is readonly FormField[] {
  return Array.isArray(row)
}

function rowFields(row: FormRow): readonly FormField[] {
  return isPair(row) ? row : [row]
}

function fieldsOf({ fields = [] }: Partial<FormStep>): readonly FormField[] {
  return fields.flatMap(rowFields)
}

function carryForm<Save extends AnyEndpoint>(props: FormProps<Save>, body: BodyOf<Save>): Promise<unknown> {
  const { endpoint, id = null, includeId = false, idempotencyKey } = props
  const address = saveAddress(endpoint, id, includeId)
  return carry(address.endpoint, {
    ...(address.params && { params: address.params }),
    body: partsOf(props, body) ?? body,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
}

/** Files as they are, dates as ISO texts, lists and objects as JSON. */
function partsOf({ multipart }: { multipart?: boolean }, body: unknown): FormData | undefined {
  if (!multipart) return undefined
  const data = new FormData()
  for (const [name, value] of Object.entries(body as Values)) {
    if (value === null || value === undefined) continue
    if (value instanceof Blob) data.append(name, value)
    else if (value instanceof Date) data.append(name, value.toISOString())
    else data.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return data
}

/** What the server says of single fields, where they are on the form. */
function fieldsAtFault(
  error: unknown,
  blame: Readonly<Record<string, string>> | undefined,
  order: readonly string[],
): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const blamed = blame?.[error.message]
  const told = error.fields ?? (blamed ? { [blamed]: error.message } : {})
  const found: Record<string, string> = {}
  for (const [path, text] of Object.entries(told)) {
    const name = order.find((each) => path === each || path.startsWith(`${each}.`))
    if (name !== undefined) found[name] ??= text
  }
  return found
}
