import { m } from '@tagalong/contract/messages.ts'
import type * as z from 'zod/mini'
import { emptyPrompt } from '#lib/calls/failure-text.ts'
import type { Rule, Values } from './form-types.ts'
import { valueAt } from './paths.ts'

interface Checks {
  /** The schema that the server validates with. Its findings come first, in the order of the fields. */
  schema?: z.ZodMiniType | undefined
  rules?: readonly Rule[] | undefined
}

export interface Finding {
  field: string
  prompt: string
}

/**
 * Returns all findings in the order in which they are shown, at most one for each field.
 *
 * @param body what the schema validates, if not the values themselves
 */
export async function validate(
  { schema, rules = [] }: Checks,
  order: readonly string[],
  values: Values,
  body: unknown = values,
): Promise<Finding[]> {
  const failed = await Promise.all(
    rules.map(async ({ field, isValid }) => !(await isValid(valueAt(values, field), values))),
  )
  const all = [
    ...(schema ? schemaFindings(schema, order, body) : []),
    ...rules
      .filter((_, at) => failed[at])
      .map(({ field, prompt = m.ui_invalid_input() }) => ({ field, prompt: prompt || emptyPrompt() })),
  ]
  return all.filter(({ field }, at) => all.findIndex((each) => each.field === field) === at)
}

function schemaFindings(schema: z.ZodMiniType, order: readonly string[], body: unknown): Finding[] {
  const parsed = schema.safeParse(body)
  if (parsed.success) return []
  return parsed.error.issues
    .map(({ path, message }) => {
      const full = path.map(String).join('.')
      return { field: fieldOf(full, order) ?? String(path[0] ?? ''), prompt: message || emptyPrompt() }
    })
    .toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}

/** Returns the field that contains a path: `children.0.firstName` belongs to the field `children`. */
export function fieldOf(path: string, order: readonly string[]): string | undefined {
  return order.find((name) => path === name || path.startsWith(`${name}.`))
}
