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

/** Whoever holds the session of this request. */
export interface Actor {
  userId: string
  sessionId: string
  isAdmin: boolean
  /** The account is suspended or closed. */
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

/** The request's outside, as far as a use case may care. */
export interface Client {
  /** As limits count it. */
  ip: string
  userAgent: string | null
  refreshToken: string | null
  /** From the cookie of a device: one of each who signed in on it before, the newest first. */
  devices: readonly string[]
  /** Gives this device such a cookie. */
  remember(devices: readonly string[]): void
}

/** What it takes to notify somebody. */
export type NotifyCtx = Pick<Ctx<unknown>, 'db' | 'queue'>

/** What a feature further right does for one further left; app.ts says who. */
export interface Ports {
  /** In the transaction in which the user registers: the papers that they agree to. */
  registered(ctx: Pick<Ctx<unknown>, 'env' | 'clock'>, db: Db, userId: string): Promise<void>
  /** Where somebody with that link may register: the connection that waits for them, or null for an administrator's. */
  findInvite(db: Db, inviteHash: Buffer): Promise<{ connectionId: string | null } | undefined>
  /** In the transaction in which the number became the caregiver's. */
  deliverInvitations(
    ctx: NotifyCtx,
    to: { caregiverId: string; phoneNumber: string },
  ): Promise<Refusal | null>
  /** In the transaction of a proof by code; what it refuses isn't proven. `phoneHash` is of the number. */
  numberProven(
    ctx: NotifyCtx & Pick<Ctx<unknown>, 'clock'>,
    proven: { caregiverId: string; phoneHash: Buffer },
  ): Promise<Refusal | null>
  /** In the transaction that signs somebody out everywhere: who has their calendar's address reads nothing more. */
  endCalendarFeed(
    ctx: NotifyCtx & Pick<Ctx<unknown>, 'clock'> & { ports: Pick<Ports, 'notifyUsers'> },
    userId: string,
  ): Promise<void>
  /** In the transaction of the fact. */
  notifyUsers(ctx: NotifyCtx, userIds: readonly string[], notice: Notice & { url: string }): Promise<void>
  /** In the transaction in which the clock of whoever has waiting notices became another. */
  zoneChanged(db: Db, userId: string): Promise<void>
  /** All of them, in the transaction of the fact. */
  notifyAdministrators(ctx: NotifyCtx, notice: Notice & { url: string }): Promise<void>
}

/** What every policy and service gets first. In a call that changes something `db` is its transaction. */
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
  /** null where nobody sends codes to phones. */
  phoneProof: PhoneProof | null
  /** null where there is no key. */
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

/** What a job's function gets beside its data; `db` is no transaction. */
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
