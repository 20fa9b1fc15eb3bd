import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { Fragment, type ReactNode } from 'react'
import { PageProblem } from '#ui/page-problem.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { loadAddress } from './addresses.ts'
import { FormFrame, Rows, SubmitButton } from './form-frame.tsx'
import type { CommonProps, FormRow, NameOf, Values } from './form-types.ts'
import { useFields } from './use-fields.ts'
import { useLoaded } from './use-loaded.ts'
import { fieldsIn } from './values.ts'

type FormProps<Save extends AnyEndpoint> = CommonProps<Save> & { fields: readonly FormRow<NameOf<Save>>[] }

/** A form that loads, validates and sends. Its fields are data. */
export function Form<Save extends AnyEndpoint = AnyEndpoint>(props: FormProps<Save>) {
  return <OnceLoaded {...props}>{(given) => <LoadedForm {...props} given={given} />}</OnceLoaded>
}

function LoadedForm<Save extends AnyEndpoint>(props: FormProps<Save> & { given: Values | undefined }) {
  const form = useFields(props, fieldsIn(props.fields), props.given)
  return (
    <FormFrame
      {...props}
      form={form}
      onSubmit={form.submit}
      buttons={<SubmitButton {...props} form={form} />}
    >
      <Rows rows={props.fields} form={form} labelCase={props.labelCase} />
      {props.children}
    </FormFrame>
  )
}

interface OnceLoadedProps<Save extends AnyEndpoint>
  extends Pick<CommonProps<Save>, 'endpoint' | 'id' | 'preventInitialLoad' | 'initialValues'> {
  children: (given: Values | undefined) => ReactNode
}

/** Shows a spinner until the form's initial values are loaded. */
export function OnceLoaded<Save extends AnyEndpoint>(props: OnceLoadedProps<Save>) {
  const { endpoint, id = null, preventInitialLoad = false, initialValues, children } = props
  const address = preventInitialLoad ? undefined : loadAddress(endpoint, id)
  const { values, problem, reload } = useLoaded(address)
  if (!address) return children(initialValues)
  if (problem !== undefined) return <PageProblem error={new Error(problem)} onRetry={reload} />
  if (!values) return <Spinner size="4rem" />
  // Another id makes another form.
  return <Fragment key={id}>{children({ ...initialValues, ...values })}</Fragment>
}
