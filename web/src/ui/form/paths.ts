import type { Values } from './form-types.ts'

/** Returns a field's value. `place.street` is the street of the place. */
export function valueAt(values: unknown, name: string): unknown {
  return name.split('.').reduce((part, key) => (part as Values | null | undefined)?.[key], values)
}

/** Returns a copy of the values with one replaced. */
export function withValue<V extends object>(values: V, name: string, value: unknown): V {
  const [first = '', ...rest] = name.split('.')
  if (rest.length === 0) return { ...values, [first]: value }
  const inner = (values as Values)[first] ?? {}
  return { ...values, [first]: withValue(inner as object, rest.join('.'), value) }
}
