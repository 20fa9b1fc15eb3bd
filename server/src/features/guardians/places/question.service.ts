import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { type AskedChildRow, findChildToAskAbout, markAsked } from './question.db.ts'

type CaregiverCtx = Ctx<CaregiverActor>

export async function getGrownUpQuestion(
  { db }: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
): Promise<{ child: AskedChildRow | undefined }> {
  return { child: await findChildToAskAbout(db, actor.caregiverId) }
}

/** On every device, for good. */
export function answerGrownUpQuestion(
  { db }: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
): Promise<void> {
  return markAsked(db, actor.caregiverId)
}
