import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { columnValues, listQuery, valuesQuery } from '../../http/lists.ts'
import { email } from '../../values/email.ts'
import { id, idOrNew, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'

/** A user as administrators see them. */
export const user = z.object({
  _id: id,
  email: z.string(),
  permissions: z.object({ isAdmin: z.boolean() }),
  standing: z.enum(['good', 'suspended', 'closed']),
  /** For a pause: null until lifted. For a closed account: when it is erased. */
  standingUntil: z.nullable(instant),
  /** True if a password alone doesn't sign them in. */
  secondStep: z.boolean(),
  /** The query parameters of the page on which they registered. */
  queryParams: z.array(z.object({ name: z.string(), value: z.string() })),
  createdAt: instant,
  /** null before the first sign-in */
  lastLoginAt: z.nullable(instant),
  caregiverProfile: z.nullable(z.object({ _id: id, name: z.string(), lastName: z.string() })),
  /** Key of the user's own picture; not used yet. */
  profileImageKey: z.nullable(z.string()),
})
export type User = z.infer<typeof user>

/** `queryParams` as `name : value`, separated by commas; `hasProfile` and `isAdmin` as `true` and `false`. */
export const userColumns = [
  'email',
  'queryParams',
  'createdAt',
  'lastLoginAt',
  'isAdmin',
  'hasProfile',
] as const
export type UserColumn = (typeof userColumns)[number]

export const listUsers = endpoint({
  name: 'users.list',
  summary: 'List users',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/user',
  query: listQuery(userColumns),
  data: z.array(user),
  paged: true,
})

export const listUserValues = endpoint({
  name: 'users.values',
  summary: 'List the values of a column of users',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/user/values',
  query: valuesQuery(userColumns),
  data: columnValues,
  paged: true,
})

export const getUser = endpoint({
  name: 'users.get',
  summary: 'Read a user',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/user/:id',
  params: idParams,
  data: user,
})

/**
 * 'new' makes a user, needs an address and mails it a link to set a password. Fields left out stay as they are. A
 * change of address needs a fresh session, ends the links sent to the old address, and is notified there. 409 if the
 * address is another user's, or no administrator would be left; 404 for another grown-up of the caller's child.
 */
export const saveUser = endpoint({
  name: 'users.save',
  summary: 'Create or change a user',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/user/:id',
  params: z.strictObject({ id: idOrNew }),
  body: z.strictObject({ email: z.optional(email), isAdmin: z.optional(z.boolean()) }),
  data: user,
  idempotent: true,
})

/**
 * As if the user had deleted the account: sessions, billing, files, everything. 409 for the last administrator, and
 * while another guardian of a child that would be erased is being restored; 404 for another grown-up of the caller's
 * child.
 */
export const deleteUser = endpoint({
  name: 'users.delete',
  summary: 'Delete a user',
  scope: 'admin',
  guard: 'admin',
  method: 'DELETE',
  path: '/user/:id',
  params: idParams,
  data: z.object({}),
  fresh: true,
})

/** Shown to administrators, and when the app is started, if safety is relaxed. */
export const relaxedSafety = 'Relaxed safety: for this machine only.'

/** Shown if the address is another user's. */
export const emailTaken = 'Another user has this email address already'
