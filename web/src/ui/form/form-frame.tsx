import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '#ui/button.tsx'
import AlertIcon from '#ui/icons/alert.svg?react'
import { FieldOfForm } from './form-field.tsx'
import type { CommonProps, FormField, FormRow } from './form-types.ts'
import type { LabelCase } from './label-case.ts'
import type { FieldsForm } from './use-fields.ts'
import './form.css'

interface FormFrameProps extends Pick<CommonProps<AnyEndpoint>, 'className' | 'submitAlign' | 'actions'> {
  form: FieldsForm
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Shown right of the actions. */
  buttons: ReactNode
  children: ReactNode
}

/** The form element, with its fields, buttons and failure. */
export function FormFrame(props: FormFrameProps) {
  const { form, className, submitAlign = 'right', actions, buttons, onSubmit, children } = props
  const isTop = submitAlign.startsWith('top-')
  const foot = (
    <>
      <div className={`form__actions form__actions--${submitAlign.replace('top-', '')}`}>
        {actions}
        {buttons}
      </div>
      {form.problem !== undefined && (
        <p className="refusal" role="alert">
          <AlertIcon className="icon icon--s" />
          <span>{form.problem}</span>
        </p>
      )}
    </>
  )
  return (
    <form
      className={['stack', 'form', className].filter(Boolean).join(' ')}
      ref={form.ref}
      noValidate
      data-status={form.status ?? 'null'}
      data-invalid={form.findings.length > 0 || undefined}
      onSubmit={(event) => {
        // A submit of a form in a dialog also bubbles to the form around the dialog.
        event.stopPropagation()
        onSubmit(event)
      }}
    >
      {isTop && foot}
      {children}
      {!isTop && foot}
    </form>
  )
}

type SubmitProps = Pick<
  CommonProps<AnyEndpoint>,
  'submitLabel' | 'retryLabel' | 'submitSize' | 'isSubmitWide' | 'isSubmitDisabled'
>

export function SubmitButton({ form, ...props }: SubmitProps & { form: FieldsForm }) {
  const { submitLabel = m.ui_submit(), retryLabel = m.common_retry(), submitSize = 'medium' } = props
  return (
    <Button
      variant="action"
      type="submit"
      size={submitSize}
      wide={props.isSubmitWide ?? false}
      isDisabled={props.isSubmitDisabled ?? false}
      isPending={form.status === 'pending'}
    >
      {form.status === 'fail' ? retryLabel : submitLabel}
    </Button>
  )
}

interface RowsProps {
  rows: readonly FormRow[]
  form: FieldsForm
  labelCase?: LabelCase | undefined
}

export function Rows({ rows, form, labelCase = 'title' }: RowsProps) {
  const rendered = (field: FormField) => (
    <FieldOfForm key={field.name} field={field} form={form} labelCase={labelCase} />
  )
  return rows.map((row) =>
    isPair(row) ? (
      <div className="pair" key={row[0]?.name}>
        {row.map(rendered)}
      </div>
    ) : (
      rendered(row)
    ),
  )
}

function isPair(row: FormRow): row is readonly FormField[] {
  return Array.isArray(row)
}
