import type { AnyEndpoint, InputOf } from '@tagalong/contract/http/endpoint.ts'
import type { ReactNode } from 'react'
import type { Option } from '#ui/fields/field.tsx'
import type { OptionSource } from '#ui/fields/searchable-select.tsx'

export type Values = Readonly<Record<string, unknown>>

type BodyIn<E extends AnyEndpoint> = InputOf<E> extends { body: infer Body } ? Body : Values
type KeysOf<Body> = Body extends unknown ? keyof Body & string : never
/** The names that a form for this call may give its fields; any where it is known by its path only. */
export type NameOf<E extends AnyEndpoint> = KeysOf<BodyIn<E>>

export interface Rule<Name extends string = string> {
  field: Name
  /** False where the value is not right. */
  isValid: (value: unknown, allValues: Values) => boolean | Promise<boolean>
  /** 'Invalid input' unless told. */
  prompt?: string
}

/** What a field of one's own drawing gets to work with. */
export interface Control {
  name: string
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  onBlur: () => void
  /** Says something about the field that no rule knows, until the next edit. */
  complain: (prompt: string) => void
}

interface Named<Name extends string> {
  name: Name
  /** The name in words unless told. */
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
        /** Two-letter codes; all unless told. */
        countries?: readonly string[]
        defaultCountry?: string
        onBlur?: (control: Pick<Control, 'value' | 'complain'>) => void
      }
    | { type: 'select'; options: readonly Option[] }
    | ({ type: 'searchable-select'; placeholder?: string } & OptionSource)
    | { type: 'custom'; render: (control: Control) => ReactNode }
  )

/** Two in one list stand side by side where there is room. */
export type FormRow<Name extends string = string> = FormField<Name> | readonly FormField<Name>[]

export interface FormStep<Name extends string = string> {
  title: string
  fields: readonly FormRow<Name>[]
}

type Side = 'left' | 'right' | 'center'
export type SubmitAlignment = Side | `top-${Side}`
