import { type ComponentProps, type ReactNode, useId } from 'react'
// Drawn one by one: the form of /login must not load every icon there is.
import AlertIcon from '#ui/icons/alert.svg?react'
import DownIcon from '#ui/icons/down.svg?react'

interface Labelled {
  label: ReactNode
  isRequired?: boolean | undefined
  /** The prompt in amber under the field. */
  error?: string | undefined
  /** The ring without the words, where another field's prompt is the one that shows. */
  isInvalid?: boolean | undefined
  hint?: ReactNode
}

/** What ties a field to its hint and prompt. */
function describedBy(id: string, { hint, error }: Pick<Labelled, 'hint' | 'error'>, more?: string) {
  return [more, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}

export function Asterisk() {
  return (
    <span className="req" aria-hidden="true">
      {' '}
      *
    </span>
  )
}

export function Prompt({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="prompt" id={id} role="alert">
      <AlertIcon className="icon icon--s" />
      <span>{children}</span>
    </p>
  )
}

/** Label above, control, hint, prompt. The control must carry `id` and describedBy(). */
export function Field({
  id,
  label,
  isRequired,
  error,
  hint,
  children,
}: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isRequired && <Asterisk />}
      </label>
      {children}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <Prompt id={`${id}-error`}>{error}</Prompt>}
    </div>
  )
}

export type Own<Tag extends 'input' | 'textarea' | 'select'> = Labelled &
  Omit<ComponentProps<Tag>, 'required' | 'className'>

export function split<P extends Labelled>(props: P) {
  const { label, isRequired, error, isInvalid, hint, ...control } = props
  return { labelled: { label, isRequired, error, isInvalid, hint }, control }
}

/** What every control of a field carries. */
export function tied(id: string, { isRequired, error, isInvalid, hint }: Labelled, more: string | undefined) {
  return {
    id,
    className: 'input',
    'aria-required': isRequired || undefined,
    'aria-invalid': error || isInvalid ? true : undefined,
    'aria-describedby': describedBy(id, { hint, error }, more),
  } as const
}

export function TextField(props: Own<'input'>) {
  const made = useId()
  const { labelled, control } = split(props)
  const id = control.id ?? made
  return (
    <Field id={id} {...labelled}>
      <input {...control} {...tied(id, labelled, control['aria-describedby'])} />
    </Field>
  )
}

export function TextArea(props: Own<'textarea'>) {
  const made = useId()
  const { labelled, control } = split(props)
  const id = control.id ?? made
  return (
    <Field id={id} {...labelled}>
      <textarea {...control} {...tied(id, labelled, control['aria-describedby'])} />
    </Field>
  )
}

export interface Option {
  value: string
  text: string
}

export function Select({ options, ...props }: Own<'select'> & { options: readonly Option[] }) {
  const made = useId()
  const { labelled, control } = split(props)
  const id = control.id ?? made
  return (
    <Field id={id} {...labelled}>
      <div className="select">
        <select {...control} {...tied(id, labelled, control['aria-describedby'])}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <DownIcon className="icon" />
      </div>
    </Field>
  )
}

/** A check box whose label may hold links. */
export function Check({
  label,
  isRequired,
  error,
  isInvalid,
  hint,
  ...control
}: Labelled & Omit<ComponentProps<'input'>, 'type' | 'required' | 'className'>) {
  const made = useId()
  const id = control.id ?? made
  return (
    <div className="field">
      <label className="check">
        <input
          {...control}
          {...tied(id, { label, isRequired, error, isInvalid, hint }, undefined)}
          className=""
          type="checkbox"
        />
        <span>
          {label}
          {isRequired && <Asterisk />}
        </span>
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <Prompt id={`${id}-error`}>{error}</Prompt>}
    </div>
  )
}
