import { type ComponentProps, type ReactNode, useId } from 'react'
// Imported one by one, so that the form of /login doesn't load all icons.
import AlertIcon from '#ui/icons/alert.svg?react'
import DownIcon from '#ui/icons/down.svg?react'

interface Labelled {
  label: ReactNode
  isRequired?: boolean | undefined
  /** The prompt, shown in amber below the field. */
  error?: string | undefined
  /** Shows the ring without a prompt, when another field's prompt is shown. */
  isInvalid?: boolean | undefined
  hint?: ReactNode
}

/** Returns the ids of the field's hint and prompt, for `aria-describedby`. */
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

function Notes({ id, hint, error }: Pick<Labelled, 'hint' | 'error'> & { id: string }) {
  return (
    <>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <Prompt id={`${id}-error`}>{error}</Prompt>}
    </>
  )
}

/** A label, a control, and below it hint and prompt. tied() or useTied() ties the control to them. */
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
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

/** Returns the attributes of a field's control. */
export function tied(
  id: string,
  { isRequired, error, isInvalid, hint }: Partial<Labelled>,
  more: string | undefined,
) {
  return {
    id,
    'aria-required': isRequired || undefined,
    'aria-invalid': error || isInvalid ? true : undefined,
    'aria-describedby': describedBy(id, { hint, error }, more),
  } as const
}

export type Own<Tag extends 'input' | 'textarea' | 'select'> = Labelled &
  Omit<ComponentProps<Tag>, 'required' | 'className'>

/** Splits props into those of the field around a control and those of the control. */
export function useTied<
  P extends Labelled & { id?: string | undefined; 'aria-describedby'?: string | undefined },
>(props: P) {
  const made = useId()
  const { label, isRequired, error, isInvalid, hint, ...control } = props
  const id = control.id ?? made
  const { 'aria-describedby': more } = control
  return {
    field: { id, label, isRequired, error, hint },
    control: { ...control, ...tied(id, { isRequired, error, isInvalid, hint }, more) },
  }
}

export function TextField(props: Own<'input'>) {
  const { field, control } = useTied(props)
  return (
    <Field {...field}>
      <input {...control} className="input" />
    </Field>
  )
}

export function TextArea(props: Own<'textarea'>) {
  const { field, control } = useTied(props)
  return (
    <Field {...field}>
      <textarea {...control} className="input" />
    </Field>
  )
}

export interface Option {
  value: string
  text: string
}

export function Select({ options, ...props }: Own<'select'> & { options: readonly Option[] }) {
  const { field, control } = useTied(props)
  return (
    <Field {...field}>
      <div className="select">
        <select {...control} className="input">
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

export type CheckProps = Omit<Own<'input'>, 'type'>

/** A check box or a switch, by `look`. Its label may contain links. */
export function Check({ look = 'check', ...props }: CheckProps & { look?: 'check' | 'toggle' }) {
  const { field, control } = useTied(props)
  return (
    <div className="field">
      <label className={look}>
        <input {...control} type="checkbox" />
        <span>
          {field.label}
          {field.isRequired && <Asterisk />}
        </span>
      </label>
      <Notes {...field} />
    </div>
  )
}
