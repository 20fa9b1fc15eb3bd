import { tokenOf } from './fill.ts'
import type { Shot } from './load.ts'

/** A call by the caregiver with that number. */
export function get(path: string, caregiver: number): Shot {
  return { method: 'GET', path, headers: { authorization: `Bearer ${tokenOf(caregiver)}` } }
}

export function post(path: string, caregiver: number, body: object): Shot {
  const headers = { authorization: `Bearer ${tokenOf(caregiver)}`, 'content-type': 'application/json' }
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}
