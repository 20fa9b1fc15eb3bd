import type { getSecurity } from '@tagalong/contract/features/auth/security.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import type { Ctx } from '#http/context.ts'
import type { PasskeyRow } from '../passkeys/passkeys.db.ts'
import { presentPasskey } from '../passkeys/passkeys.present.ts'
import type { Ways } from './second-step.db.ts'

export interface Security {
  ways: Ways
  passkeys: PasskeyRow[]
  mustSetUp: boolean
  isFresh: boolean
}

export function presentSecurity(
  { ways, passkeys, mustSetUp, isFresh }: Security,
  { seal }: Pick<Ctx, 'seal'>,
): DataOf<typeof getSecurity> {
  return {
    passkeys: passkeys.map(presentPasskey),
    totp: ways.has_app,
    secondStep: ways.second_step,
    codesLeft: ways.codes_left,
    mustSetUp,
    isFresh,
    isSetUp: seal !== null,
    passwordChangedAt: ways.password_changed_at?.toISOString() ?? null,
  }
}
