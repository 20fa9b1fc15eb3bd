import type { AnyEndpoint, BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { isPhoneNumber } from '#ui/fields/phone-field.tsx'
import { saveAddress } from './addresses.ts'
import { callAny } from './call-any.ts'
import type { CommonProps, FormField, Rule, Values } from './form-types.ts'
import { useForm } from './use-form.ts'
import { heldValues, sentValues } from './values.ts'

export type FieldsForm = ReturnType<typeof useFields>

/**
 * Holds the values of a form whose fields are data.
 * @param onPointAt called before the field gets the focus
 */
export function useFields<Save extends AnyEndpoint>(
  props: CommonProps<Save>,
  fields: readonly FormField[],
  given: Values | undefined,
  onPointAt?: (field: string) => void,
) {
  const navigate = useNavigateFromHere()
  const [values, setValues] = useState(() => heldValues(fields, given))
  const ref = useRef<HTMLFormElement>(null)
  const [focused, setFocused] = useState<{ field: string }>()
  // In an effect, when the field's step is already shown.
  useEffect(() => {
    const control = focused && ref.current?.elements.namedItem(focused.field)
    if (control instanceof HTMLElement) control.focus()
  }, [focused])
  const order = fields.map(({ name }) => name)

  const form = useForm<Record<string, unknown>, BodyOf<Save>>({
    values,
    setValues,
    order,
    schema: props.schema as z.ZodMiniType<BodyOf<Save>> | undefined,
    rules: [...(props.rules ?? []), ...fields.flatMap(phoneRule)],
    bodyOf: (held) => ({ ...sentValues(fields, held), ...props.extraBody }),
    send: (body) => (props.send ? props.send(body, partsOf(props, body)) : callForm(props, body)),
    afterSend: async (answer, body) => {
      await props.afterSubmit?.(answer, body)
      if (props.redirect === 'back') navigate(-1)
      else if (props.redirect !== undefined) navigate(props.redirect)
    },
    errorMessages: props.errorMessages,
    fieldByRefusal: props.fieldByRefusal,
    validation: props.validation ?? 'on-submit',
    pointAt: (field) => {
      if (!order.includes(field)) return false
      onPointAt?.(field)
      setFocused({ field })
      return true
    },
  })
  return {
    ...form,
    ref,
    values,
    set: (name: string, value: unknown) => {
      const next = form.set(name, value)
      props.onEdit?.(next)
    },
  }
}

function phoneRule(field: FormField): Rule[] {
  if (field.type !== 'phone') return []
  const isValid = (value: unknown) =>
    typeof value !== 'string' || value === '' || isPhoneNumber(value, field.countries)
  return [{ field: field.name, isValid, prompt: m.prompt_phone() }]
}

function callForm<Save extends AnyEndpoint>(props: CommonProps<Save>, body: BodyOf<Save>): Promise<unknown> {
  const { endpoint, id = null, includeId = false, idempotencyKey } = props
  const address = saveAddress(endpoint, id, includeId)
  return callAny(address.endpoint, {
    ...(address.params && { params: address.params }),
    body: partsOf(props, body) ?? body,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
}

/** Returns the body as form data: files unchanged, dates as ISO texts, lists and objects as JSON. */
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
