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
/** The names that fields of a form for this call may have; any name if only its path is known. */
export type NameOf<E extends AnyEndpoint> = KeysOf<BodyIn<E>>

export interface Rule<Name extends string = string> {
  field: Name
  /** Returns false if the value is wrong. */
  isValid: (value: unknown, allValues: Values) => boolean | Promise<boolean>
  /** 'Invalid input' by default. */
  prompt?: string
}

/**
 * When a field is validated again after a submit found it wrong. `until-edited`: at the next submit; editing the field
 * removes its prompt. `on-submit`: at each edit until everything is right. `on-input`: at each edit, even before a
 * submit.
 */
export type Validation = 'until-edited' | 'on-submit' | 'on-input'

/** What a custom field is rendered with. */
export interface Control {
  name: string
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  /** Shows a prompt that no rule knows, until the next edit. */
  setError: (prompt: string) => void
}

interface Named<Name extends string> {
  name: Name
  /** By default the name, in words. */
  label?: ReactNode
  isRequired?: boolean
  hint?: ReactNode
  /** The value before anything is loaded or typed. */
  initial?: unknown
}

interface Typed {
  placeholder?: string
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url' | 'search'
  /** Changes what was typed, for example to only its last letter. */
  shape?: (typed: string) => string
}

export type FormField<Name extends string = string> = Named<Name> &
  (
    | ({ type?: 'text' | 'password' } & Typed)
    | ({ type: 'multi-line'; rows?: number } & Typed)
    | { type: 'checkbox' | 'toggle' | 'date' }
    | { type: 'datetime-local'; withSeconds?: boolean }
    | {
        /** Validated by its country's numbers without a rule. */
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

/** A field, or fields that are shown side by side if there is room. */
export type FormRow<Name extends string = string> = FormField<Name> | readonly FormField<Name>[]

type Side = 'left' | 'right' | 'center'
export type SubmitAlignment = Side | `top-${Side}`

/** The options of a form of fields, whether shown all at once or in steps. */
export interface CommonProps<Save extends AnyEndpoint> {
  /** A call of the contract, a pair of calls, or a path such as `admin/group`. */
  endpoint: FormEndpoint<Save>
  /** Null loads and saves a single thing without an id; 'new' loads nothing. */
  id?: FormId
  /** Sends to {endpoint}/{id}. Not needed for a contract's call, whose path says so. */
  includeId?: boolean
  preventInitialLoad?: boolean
  /** Used if nothing is loaded. */
  initialValues?: Values
  rules?: readonly Rule<NameOf<Save>>[]
  /** The contract's own rules. The body is sent as parsed by it, for example trimmed. */
  schema?: z.ZodMiniType
  validation?: Exclude<Validation, 'until-edited'>
  extraBody?: Values
  /** Sends multipart/form-data, including files. */
  multipart?: boolean
  idempotencyKey?: string
  /** Replaces the call, for example by a hook that invalidates lists. Reject with a text to show it. */
  send?: (body: BodyOf<Save>, parts: FormData | undefined) => Promise<unknown>
  /** Texts by status, which replace the server's. */
  errorMessages?: ErrorMessages
  /** Refusals about one field: the field's name by the server's text. */
  fieldByRefusal?: Readonly<Record<string, NameOf<Save>>>
  onEdit?: (values: Values) => void
  afterSubmit?: (answer: unknown, body: BodyOf<Save>) => Promise<void> | void
  /** A path, or one step back in the history. */
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
  /** Shown between the fields and the buttons. */
  children?: ReactNode
  className?: string
}
