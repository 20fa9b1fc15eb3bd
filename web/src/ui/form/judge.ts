import { type FieldError, type FieldErrors, get, set } from 'react-hook-form'
import type * as z from 'zod/mini'
import { emptyPrompt } from '#lib/calls/failure-text.ts'
import type { Rule, Values } from './form-types.ts'

const defaultPrompt = 'Invalid input'

export interface Judge {
  /** The very schema that the server holds the call to. Its findings come first, in the order of the fields. */
  schema?: z.ZodMiniType | undefined
  rules?: readonly Rule[] | undefined
}

interface Finding {
  field: string
  prompt: string
}

/** All that is wrong, in the order in which it is to be told; at most one finding a field. */
export async function findings(
  { schema, rules = [] }: Judge,
  order: readonly string[],
  values: Values,
): Promise<Finding[]> {
  const failed = await Promise.all(
    rules.map(async ({ field, isValid }) => !(await isValid(get(values, field), values))),
  )
  const all = [
    ...(schema ? schemaFindings(schema, order, values) : []),
    ...rules
      .filter((_, at) => failed[at])
      .map(({ field, prompt = defaultPrompt }) => ({ field, prompt: prompt || emptyPrompt })),
  ]
  return all.filter(({ field }, at) => all.findIndex((each) => each.field === field) === at)
}

function schemaFindings(schema: z.ZodMiniType, order: readonly string[], values: Values): Finding[] {
  const judged = schema.safeParse(values)
  if (judged.success) return []
  return judged.error.issues
    .map(({ path, message }) => ({ field: fieldAt(order, path), prompt: message || emptyPrompt }))
    .toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}

/** The field that a path lies in: `children.0.firstName` belongs to the field `children`. */
function fieldAt(order: readonly string[], path: readonly PropertyKey[]): string {
  const full = path.map(String).join('.')
  return order.find((name) => full === name || full.startsWith(`${name}.`)) ?? String(path[0] ?? '')
}

/** As the form library keeps them; the type tells the place in line. */
export function errorsOf(found: readonly Finding[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const [at, { field, prompt }] of found.entries())
    set(errors, field, { type: String(at), message: prompt })
  return errors
}

export function errorAt(errors: FieldErrors, name: string): FieldError | undefined {
  return get(errors, name) as FieldError | undefined
}

/** The field whose prompt is shown: the first in line among those that are wrong. */
export function firstOf(errors: FieldErrors, order: readonly string[]): string | undefined {
  const placeOf = (name: string) => Number(errorAt(errors, name)?.type)
  return order.filter((name) => errorAt(errors, name)).toSorted((a, b) => placeOf(a) - placeOf(b))[0]
}
