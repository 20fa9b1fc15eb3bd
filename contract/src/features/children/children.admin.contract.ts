import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { idParams } from '../../values/id.ts'
import { child } from './children.contract.ts'

/** A child as administrators see it: only its guardians see its hours. */
export const knownChild = z.omit(child, { availability: true, helpsFriends: true, version: true })
export type KnownChild = z.infer<typeof knownChild>

export const getChildAsAdmin = endpoint({
  name: 'children.getAny',
  summary: 'Read a child',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/child/:id',
  params: idParams,
  data: knownChild,
})

/** Empty if the user has no profile. */
export const listChildrenOfUser = endpoint({
  name: 'children.ofUser',
  summary: 'List the children of a user',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/caregiver-profile-user/children/:id',
  params: idParams,
  data: z.array(knownChild),
})
