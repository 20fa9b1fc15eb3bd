import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { instant } from '../../values/instant.ts'
import { papers } from './papers.rules.ts'

const consent = z.object({
  paper: z.enum(papers),
  /** The day from which the version counts. */
  version: z.iso.date(),
  /** When the caller registered with it, or was notified of it. */
  acceptedAt: instant,
})
export type Consent = z.infer<typeof consent>

/** Newest version first; without versions that don't count yet. */
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
