import type { AnyEndpoint, Page } from '@tagalong/contract/http/endpoint.ts'
import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'

/** Turns an answer into the text of its envelope. */
export type Write = (answer: unknown) => string

/**
 * Returns a function that writes an answer's envelope, with only the fields that the contract names. It compiles the
 * schema when it is first called.
 * @param checked validates the whole answer against the contract first, at several times the cost
 * @throws if a field is missing; if checked, ZodError if the answer is not what the contract promises
 */
export function replyText(endpoint: AnyEndpoint, checked: boolean): Write {
  let write: Write | undefined
  return (answer) => {
    write ??= writerOf(endpoint)
    if (checked) z.encode(endpoint.data, endpoint.paged ? (answer as Page<unknown>).data : answer)
    return write(answer)
  }
}

function writerOf({ status, message, data, paged }: AnyEndpoint): Write {
  const writeData = writerOfData(data)
  const start = `${JSON.stringify({ status, message }).slice(0, -1)},"data":`
  if (!paged) return (answer) => `${start}${writeData(answer)}}`
  return (answer) => {
    const { data: rows, nextCursor, total } = answer as Page<unknown>
    return `${start}${writeData(rows)},${JSON.stringify({ nextCursor, total }).slice(1)}`
  }
}

interface Schema {
  [key: string]: unknown
}

/** Anything but plain objects, lists and values is written by the schema itself. */
function writerOfData(data: AnyEndpoint['data']): Write {
  const schema = plain(z.toJSONSchema(data, { unrepresentable: 'any', io: 'input' }) as Schema)
  if (!schema) return (answer) => JSON.stringify(z.encode(data, answer))
  return fastJson(schema as never) as Write
}

/** Returns the shape of a schema, without rules for its texts; null if it is more than a shape. */
function plain({ type, properties, required, items, anyOf }: Schema): Schema | null {
  if (Array.isArray(anyOf)) {
    const [one, none, ...others] = anyOf as Schema[]
    const shape = one && none?.type === 'null' && others.length === 0 ? plain(one) : null
    return shape && { ...shape, nullable: true }
  }
  const [kind, ...more] = [type].flat()
  const nullable = more.length === 1 && more[0] === 'null'
  if (more.length > 0 && !nullable) return null
  if (kind === 'array') {
    const each = plain((items ?? {}) as Schema)
    return each && { type: kind, items: each, nullable }
  }
  if (kind === 'object') {
    if (!properties) return null
    const fields = Object.entries(properties).map(([key, each]) => [key, plain(each as Schema)] as const)
    if (fields.some(([, each]) => each === null)) return null
    return { type: kind, properties: Object.fromEntries(fields), required, nullable }
  }
  return values.has(kind) ? { type: kind, nullable } : null
}

const values = new Set<unknown>(['string', 'boolean', 'integer', 'number'])
