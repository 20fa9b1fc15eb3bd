import type { AnyEndpoint, Method } from '@tagalong/contract/http/endpoint.ts'
import { type CallPath, plainEndpoint } from './call-any.ts'

/** Null means a single thing without an id; 'new' is one to be created. */
export type FormId = string | null

export type FormEndpoint<Save extends AnyEndpoint> = Save | { load?: AnyEndpoint; save: Save } | CallPath

export interface Address {
  endpoint: AnyEndpoint
  params?: { id: string }
}

/** Returns GET {endpoint}/{id}, or GET {endpoint} for id null; undefined for id 'new' or a call without its load. */
export function loadAddress(given: FormEndpoint<AnyEndpoint>, id: FormId): Address | undefined {
  if (id === 'new') return undefined
  if (typeof given === 'string') return atPath('GET', given, id)
  return 'save' in given && given.load ? at(given.load, id) : undefined
}

/** Returns POST {endpoint}, or {endpoint}/{id} if the id is included. */
export function saveAddress(given: FormEndpoint<AnyEndpoint>, id: FormId, includeId: boolean): Address {
  if (typeof given === 'string') return atPath('POST', given, includeId ? id : null)
  return at('save' in given ? given.save : given, id)
}

/** Adds the id if the endpoint's path has one. */
function at(endpoint: AnyEndpoint, id: FormId): Address {
  return endpoint.path.includes(':id') && id !== null ? { endpoint, params: { id } } : { endpoint }
}

function atPath(method: Method, path: CallPath, id: FormId): Address {
  return at(plainEndpoint(method, path, id === null ? '' : '/:id'), id)
}
