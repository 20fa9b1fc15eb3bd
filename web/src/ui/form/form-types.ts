import type { AnyEndpoint, BodyOf, InputOf } from '@tagalong/contract/http/endpoint.ts'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { ErrorMessages } from '#lib/calls/failure-text.ts'
import type { ButtonSize } from '#ui/button.tsx'
import type { Option } from '#ui/fields/field.tsx'
import type { OptionSource } from '#ui/fields/searchable-select.tsx'
import type { FormEndpoint, FormId } from './addresses.ts'
import type { LabelCase } from './label-case.ts'

export type Values = Readonly<Record<string, unknown>>

type BodyIn<E extends AnyEndpoint> = InputOf<E> extends { body: infer Body } ? Body : Values
type KeysOf<Body> = Body extends unknown ? keyof Body & string : never
/** The names that a form for this call may give its fields; any where it is known by its path only. */
export type NameOf<E extends AnyEndpoint> = KeysOf<BodyIn<E>>

export interface Rule<Name extends string = string> {
  field: Name
  /** False where the value is not right. */
  isValid: (value: unknown, allValues: Values) => boolean | Promise<boolean>
  /** 'Invalid input' by default. */
  prompt?: string
}

/**
 * When a field is validated again once a submit found it wrong. `until-edited`: at the next submit, and an edit of the
 * field takes its prompt away. `on-submit`: at each edit until all is right. `on-input`: whatever is edited, also before.
 */
export type Validation = 'until-edited' | 'on-submit' | 'on-input'

/** What a field of one's own drawing gets to work with. */
export interface Control {
  name: string
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  /** Says something about the field that no rule knows, until the next edit. */
  setError: (prompt: string) => void
}

interface Named<Name extends string> {
  name: Name
  /** By default the name in words. */
  label?: ReactNode
  isRequired?: boolean
  hint?: ReactNode
  /** Before anything is loaded or typed. */
  initial?: unknown
}

interface Typed {
  placeholder?: string
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url' | 'search'
  /** What becomes of each thing typed, for example only its last letter. */
  shape?: (typed: string) => string
}

export type FormField<Name extends string = string> = Named<Name> &
  (
    | ({ type?: 'text' | 'password' } & Typed)
    | ({ type: 'multi-line'; rows?: number } & Typed)
    | { type: 'checkbox' | 'toggle' | 'date' }
    | { type: 'datetime-local'; withSeconds?: boolean }
    | {
        /** Held to its country's numbers without a rule. */
        type: 'phone'
        /** Two-letter codes; all by default. */
        countries?: readonly string[]
        defaultCountry?: string
        onBlur?: (control: Pick<Control, 'value' | 'setError'>) => void
      }
    | { type: 'select'; options: readonly Option[] }
    | ({ type: 'searchable-select'; placeholder?: string } & OptionSource)
    | { type: 'custom'; render: (control: Control) => ReactNode }
  )

/** Two in one list stand side by side where there is room. */
export type FormRow<Name extends string = string> = FormField<Name> | readonly FormField<Name>[]

type Side = 'left' | 'right' | 'center'
export type SubmitAlignment = Side | `top-${Side}`

/** The options of a form of fields, whether it shows them all at once or step by step. */
export interface CommonProps<Save extends AnyEndpoint> {
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
  validation?: Exclude<Validation, 'until-edited'>
  extraBody?: Values
  /** Sends multipart/form-data, files included. */
  multipart?: boolean
  idempotencyKey?: string
  /** Sends in its own way, for example through a hook that makes lists old. Reject with a text to have it shown. */
  send?: (body: BodyOf<Save>, parts: FormData | undefined) => Promise<unknown>
  /** Texts by status; they come before the server's. */
  errorMessages?: ErrorMessages
  /** Refusals that are about one field: its name by the server's text. */
  fieldByRefusal?: Readonly<Record<string, NameOf<Save>>>
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
