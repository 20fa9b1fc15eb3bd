import type { Registry } from '@prometheus-io/client'
import type { Notice } from '@tagalong/contract/features/notices/notices.rules.ts'
import type { Guard } from '@tagalong/contract/http/endpoint.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import type { Env } from '#env.ts'
import type { FileStore } from '#integrations/file-store.ts'
import type { Mailer } from '#integrations/mailer.ts'
import type { Payments } from '#integrations/payments.ts'
import type { PhoneProof } from '#integrations/phone-proof.ts'
import type { PushService } from '#integrations/push-service.ts'
import type { Seal } from '#integrations/seal.ts'
import type { Queue } from '#jobs/queue.ts'
import type { Limits } from './limits/limits.ts'
import type { Refusal } from './refusal.ts'

/** The holder of this request's session. */
export interface Actor {
  userId: string
  sessionId: string
  isAdmin: boolean
  /** True if the account is suspended or closed. */
  isPaused: boolean
  /** null until the profile exists */
  caregiverId: string | null
  timeZone: string | null
}

export interface CaregiverActor extends Actor {
  caregiverId: string
  timeZone: string
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** What a use case may know of the client that sent the request. */
export interface Client {
  /** The address as limits count it. */
  ip: string
  userAgent: string | null
  refreshToken: string | null
  /** Tokens of the device cookie, one for each user who signed in on it before, the newest first. */
  devices: readonly string[]
  /** Sets that cookie. */
  remember(devices: readonly string[]): void
}

/** What is needed to notify users. */
export type NotifyCtx = Pick<Ctx<unknown>, 'db' | 'queue'>

/** What a feature does for features to its left, which can't import it; app.ts supplies it. */
export interface Ports {
  /** Called in the transaction of a registration: records consent to the papers. */
  registered(ctx: Pick<Ctx<unknown>, 'env' | 'clock'>, db: Db, userId: string): Promise<void>
  /**
   * Finds the open link that lets somebody register: its connection, or null for the link to a profile that an
   * administrator made.
   */
  findInvite(db: Db, inviteHash: Buffer): Promise<{ connectionId: string | null } | undefined>
  /** Called in the transaction in which the number became the caregiver's. */
  deliverInvitations(
    ctx: NotifyCtx,
    to: { caregiverId: string; phoneNumber: string },
  ): Promise<Refusal | null>
  /**
   * Called in the transaction of a proof by code; with a refusal the number stays unproven. `phoneHash` is the
   * number's.
   */
  numberProven(
    ctx: NotifyCtx & Pick<Ctx<unknown>, 'clock'>,
    proven: { caregiverId: string; phoneHash: Buffer },
  ): Promise<Refusal | null>
  /** Called in the transaction that signs a user out everywhere: their calendar's address stops working. */
  endCalendarFeed(
    ctx: NotifyCtx & Pick<Ctx<unknown>, 'clock'> & { ports: Pick<Ports, 'notifyUsers'> },
    userId: string,
  ): Promise<void>
  /** Call it in the transaction of the event that the notice is about. */
  notifyUsers(ctx: NotifyCtx, userIds: readonly string[], notice: Notice & { url: string }): Promise<void>
  /** Called in the transaction that changes a user's time zone: waiting notices become due by the new one. */
  zoneChanged(db: Db, userId: string): Promise<void>
  /** Notifies all of them; call it in the transaction of the event that the notice is about. */
  notifyAdministrators(ctx: NotifyCtx, notice: Notice & { url: string }): Promise<void>
}

/** The first argument of every policy and service. In a call that changes something, `db` is its transaction. */
export interface Ctx<A = Actor> {
  db: Db
  actor: A
  clock: Clock
  limits: Limits
  queue: Queue
  ports: Ports
  env: Env
  files: FileStore
  push: PushService
  payments: Payments
  /** null if nothing sends codes to phones. */
  phoneProof: PhoneProof | null
  /** null if there is no key. */
  seal: Seal | null
  client: Client
  secrets: {
    refreshKey: Buffer
    linkKey: Buffer
    phoneKey: Buffer
    unsubscribeKey: Buffer
    vapidPublicKey: string
  }
  log: FastifyBaseLogger
}

export type CaregiverCtx = Ctx<CaregiverActor>

/** What a job's function gets besides its data; `db` isn't a transaction. */
export interface JobCtx
  extends Pick<
    Ctx<unknown>,
    'db' | 'queue' | 'clock' | 'env' | 'files' | 'payments' | 'push' | 'secrets' | 'log'
  > {
  mailer: Mailer
  metrics: Registry
}

export type ActorOf<G extends Guard> = G extends 'none'
  ? Actor | null
  : G extends 'caregiver'
    ? CaregiverActor
    : Actor
