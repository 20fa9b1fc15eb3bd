import { createHash, randomBytes } from 'node:crypto'
import {
  type CaregiverColumn,
  noProfileName,
  profileClaimed,
} from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, Refusal } from '#http/refusal.ts'
import {
  listCaregivers as listRows,
  listCaregiverValues as listValueRows,
  updateClaim,
} from './caregivers.admin.db.ts'
import { type CaregiverRow, type ChangedFields, insertCaregiver } from './caregivers.db.ts'
import { factsOf } from './caregivers.facts.ts'
import {
  changeProfile,
  defaultTimeZone,
  proofBySaving,
  refuseProven,
  unlessTaken,
} from './caregivers.service.ts'
import { refusePhoneNumber } from './phone-number.ts'

export function listCaregivers(ctx: Ctx, _admin: Authorised<Actor>, ask: ListQuery<CaregiverColumn>) {
  return listRows(ctx.db, ask)
}

export function listCaregiverValues(ctx: Ctx, _admin: Authorised<Actor>, ask: ValuesQuery<CaregiverColumn>) {
  return listValueRows(ctx.db, ask)
}

type Fields = ChangedFields & { invite?: boolean | undefined }

export interface SavedCaregiver {
  row: CaregiverRow
  /** Null unless a link was made. */
  inviteUrl: string | null
}

/** Changes the given fields of a profile, or makes one for the user who registers by its link. */
export async function saveCaregiver(
  ctx: Ctx,
  { caregiver }: Authorised<{ caregiver: CaregiverRow | null }>,
  { invite = false, ...fields }: Fields,
): Promise<Done<SavedCaregiver> | Refusal> {
  const { phoneNumber } = fields
  const refused = phoneNumber === undefined ? null : refusePhoneNumber('phoneNumber', phoneNumber)
  if (refused) return refused
  if (invite && caregiver?.user_id) return claimed
  const saved = await write(ctx, caregiver, fields)
  if (saved instanceof Refusal) return saved
  const inviteUrl = invite || !caregiver ? await offer(ctx, saved.id) : null
  if (inviteUrl instanceof Refusal) return inviteUrl
  const before = caregiver && factsOf(caregiver)
  const after = { ...factsOf(saved), ...(inviteUrl && { link: 'made' }) }
  return { result: { row: saved, inviteUrl }, entry: { kind: 'caregiver', id: saved.id, before, after } }
}

const claimed = new Refusal(409, profileClaimed)

async function write(
  ctx: Ctx,
  caregiver: CaregiverRow | null,
  fields: ChangedFields,
): Promise<CaregiverRow | Refusal> {
  if (caregiver) return changeProfile(ctx, caregiver, fields)
  const { name, lastName = '', phoneNumber, zipCode, timeZone = defaultTimeZone } = fields
  if (name === undefined) return badInput('name', noProfileName)
  if (phoneNumber === undefined) return badInput('phoneNumber', m.prompt_phone)
  if (zipCode === undefined) return badInput('zipCode', m.prompt_zip_code)
  const taken = await refuseProven(ctx.db, phoneNumber, null)
  const newOne = { name, lastName, phoneNumber, zipCode, timeZone, id: newId(), userId: null }
  return taken ?? unlessTaken(() => insertCaregiver(ctx.db, newOne, proofBySaving(ctx.env)))
}

/** Returns the link. It is shown once, as only its hash is stored. */
async function offer({ db, env }: Ctx, id: string): Promise<string | Refusal> {
  const invite = randomBytes(16).toString('base64url')
  if (!(await updateClaim(db, id, createHash('sha256').update(invite).digest()))) return claimed
  return `${env.publicUrl}/register?${new URLSearchParams({ invite, source: 'admin' })}`
}
