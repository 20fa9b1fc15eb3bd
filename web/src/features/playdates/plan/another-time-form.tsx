import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { isOwner } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { useViewer } from '#lib/session/session.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Now } from '../parts/now.tsx'
import { useCreatePlaydate } from '../playdates.queries.ts'
import { anotherTimeDraftOf, attemptFor, type PlaydateDraft, proposalOf } from './playdate-draft.ts'
import { PlaydateForm } from './playdate-form.tsx'
import '../playdates.css'

interface AnotherTimeProps {
  /** Confirmed, and stays so until the other side says yes. */
  playdate: Playdate
  onSent: () => void
}

/** Asks for another time or place of a confirmed playdate. */
export function AnotherTimeForm({ playdate, onSent }: AnotherTimeProps) {
  const { timeZone } = useViewer()
  const key = `playdate:another-time:${playdate._id}`
  const initial = anotherTimeDraftOf(playdate)
  const [{ locations, times, attempt: last }, setDraft] = useDraft<PlaydateDraft>(key, initial)
  // Who plays and for how long is always as it is now; the draft holds only places and times.
  const draft = { ...initial, locations, times }
  const { mutateAsync: create } = useCreatePlaydate()
  const isOwnerSide = isOwner(playdate)
  const others = isOwnerSide ? playdate.recipientChildren : playdate.ownerChildren

  const change = (part: Partial<PlaydateDraft>) => setDraft((before) => ({ ...before, ...part }))
  const send = async (sent: PlaydateDraft) => {
    const body = { ...proposalOf(sent, { isOwnerSide, timeZone }), replaces: playdate._id }
    const attempt = attemptFor(last, body, newIdempotencyKey)
    change({ attempt })
    await create({ body, idempotencyKey: attempt.idempotencyKey })
    clearDraft(key)
    onSent()
  }
  const back = `/view-playdate-information/${playdate._id}`
  return (
    <>
      <PageHeader title={m.plan_change_time()} back={back} />
      {playdate.acceptedTime && <Now time={playdate.acceptedTime} note={m.plan_stays_until_they()} />}
      <PlaydateForm
        draft={draft}
        onChange={change}
        isOwnerSide={isOwnerSide}
        submitLabel={m.plan_ask_for_time()}
        onSubmit={send}
        offered={others.map(({ _id }) => _id)}
        invited={() => null}
        moved={playdate._id}
        isTimeOnly
      />
    </>
  )
}
