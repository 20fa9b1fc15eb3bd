import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { OnceLoaded } from '#ui/form/form.tsx'
import { FormFrame, Rows, SubmitButton } from '#ui/form/form-frame.tsx'
import type { CommonProps, FormRow, NameOf, Values } from '#ui/form/form-types.ts'
import { useFields } from '#ui/form/use-fields.ts'
import { fieldsIn } from '#ui/form/values.ts'

interface FormStep<Name extends string> {
  title: string
  fields: readonly FormRow<Name>[]
}

type SteppedFormProps<Save extends AnyEndpoint> = CommonProps<Save> & {
  steps: readonly FormStep<NameOf<Save>>[]
}

/** A form whose fields are shown in steps. The last step sends them all. */
export function SteppedForm<Save extends AnyEndpoint = AnyEndpoint>(props: SteppedFormProps<Save>) {
  return <OnceLoaded {...props}>{(given) => <LoadedSteps {...props} given={given} />}</OnceLoaded>
}

function LoadedSteps<Save extends AnyEndpoint>(
  props: SteppedFormProps<Save> & { given: Values | undefined },
) {
  const { steps, given } = props
  const [at, setAt] = useState(0)
  const [opened, setOpened] = useState<object>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (opened) heading.current?.focus()
  }, [opened])
  const fields = fieldsIn(steps.flatMap((each) => each.fields))
  const form = useFields(props, fields, given, (name) =>
    setAt(steps.findIndex((each) => fieldsIn(each.fields).some((field) => field.name === name))),
  )
  const goTo = (next: number) => {
    setAt(next)
    setOpened({})
  }
  const step = steps[at]
  const isLast = at >= steps.length - 1
  return (
    <FormFrame
      {...props}
      form={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isLast) form.submit(event)
        else goTo(at + 1)
      }}
      buttons={
        <>
          {at > 0 && (
            <Button key="back" onPress={() => goTo(at - 1)}>
              {m.common_back()}
            </Button>
          )}
          {isLast ? (
            <SubmitButton key="submit" {...props} form={form} />
          ) : (
            <Button key="next" variant="primary" onPress={() => goTo(at + 1)}>
              {m.common_next()}
            </Button>
          )}
        </>
      }
    >
      <header className="form__step">
        <p className="quiet small">{m.specified_step({ number: at + 1, count: steps.length })}</p>
        <h2 ref={heading} tabIndex={-1}>
          {step?.title}
        </h2>
      </header>
      <Rows rows={step?.fields ?? []} form={form} labelCase={props.labelCase} />
      {props.children}
    </FormFrame>
  )
}
