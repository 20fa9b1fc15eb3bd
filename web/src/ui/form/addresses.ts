import type { AnyEndpoint, Method } from '@tagalong/contract/http/endpoint.ts'
import { type CallPath, plainEndpoint } from './call-any.ts'

/** Null is the one thing that there is, 'new' one that is to be made. */
export type FormId = string | null

export type FormEndpoint<Save extends AnyEndpoint> = Save | { load?: AnyEndpoint; save: Save } | CallPath

export interface Address {
  endpoint: AnyEndpoint
  params?: { id: string }
}

/** GET {endpoint}/{id}, or GET {endpoint} where id is null. Nothing is loaded for a call that has no other side. */
export function loadAddress(given: FormEndpoint<AnyEndpoint>, id: FormId): Address | undefined {
  if (id === 'new') return undefined
  if (typeof given === 'string') return atPath('GET', given, id)
  return 'save' in given && given.load ? at(given.load, id) : undefined
}

/** POST {endpoint}, or {endpoint}/{id} where the id is included. */
export function saveAddress(given: FormEndpoint<AnyEndpoint>, id: FormId, includeId: boolean): Address {
  if (typeof given === 'string') return atPath('POST', given, includeId ? id : null)
  return at('save' in given ? given.save : given, id)
}

/** The contract's path says by itself whether there is an id in it. */
function at(endpoint: AnyEndpoint, id: FormId): Address {
  return endpoint.path.includes(':id') && id !== null ? { endpoint, params: { id } } : { endpoint }
}

function atPath(method: Method, path: CallPath, id: FormId): Address {
  return at(plainEndpoint(method, path, id === null ? '' : '/:id'), id)
}
