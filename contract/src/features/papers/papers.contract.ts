import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { instant } from '../../values/instant.ts'
import { papers } from './papers.rules.ts'

const consent = z.object({
  paper: z.enum(papers),
  /** The day that it counts from. */
  version: z.iso.date(),
  /** When the caller registered with it, or was notified of it. */
  acceptedAt: instant,
})
export type Consent = z.infer<typeof consent>

/** The newest version first; none that is still to come. */
export const listConsents = endpoint({
  name: 'papers.listConsents',
  summary: 'List the versions of terms and privacy policy that hold for the caller',
  scope: 'auth',
  guard: 'user',
  method: 'GET',
  path: '/papers',
  data: z.array(consent),
  whilePaused: true,
})
