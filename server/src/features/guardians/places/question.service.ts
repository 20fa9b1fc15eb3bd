import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import {
  type AskedChildRow,
  findChildToAskAbout,
  findOpenedInvite,
  markAsked,
  type OpenedRow,
} from './question.db.ts'

export async function getGrownUpQuestion(
  { db }: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
): Promise<{ child: AskedChildRow | undefined; opened: OpenedRow | undefined }> {
  const [child, opened] = [
    await findChildToAskAbout(db, actor.caregiverId),
    await findOpenedInvite(db, actor.caregiverId),
  ]
  return { child, opened }
}

/** Applies to all devices, for good. */
export function answerGrownUpQuestion(
  { db }: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
): Promise<void> {
  return markAsked(db, actor.caregiverId)
}
