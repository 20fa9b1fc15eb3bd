import type { ReportKind, ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'
import { maxReportLength } from '@tagalong/contract/features/safety/reports.contract.ts'
import { reportReasons } from '@tagalong/contract/features/safety/safety.contract.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import { type ReactNode, useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { emergencyNumber } from '#lib/emergency-number.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import SceneArt from '#ui/art/scene-post.svg?react'
import { Button } from '#ui/button.tsx'
import { closeUnless } from '#ui/dialogs/close-unless.ts'
import { SheetDialog } from '#ui/dialogs/sheet-dialog.tsx'
import { Choices } from '#ui/fields/choices.tsx'
import { Prompt, TextArea } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useReport } from '../safety.queries.ts'
import '../safety.css'

/** Content that the viewer sees and can report. */
export interface Reportable {
  kind: ReportKind
  id: string
  /** Its name among the things to choose from. */
  label: string
  /** A preview of it. */
  preview?: ReactNode
}

interface ReportSheetProps {
  /** The likeliest one first. */
  things: readonly [Reportable, ...Reportable[]]
  /** The name of the reported person, who is not notified. */
  name: string
  /** Opens the block dialog afterwards; undefined if blocking isn't offered. */
  onBlock: (() => void) | undefined
  onClose: () => void
}

/** Asks what is reported, why, and for a description. The choices are kept as a draft until sent. */
export function ReportSheet({ things, name, onBlock, onClose }: ReportSheetProps) {
  const draftKey = `report:${things[0].id}`
  const [draft, setDraft] = useDraft<Draft>(draftKey, { thing: things[0].id, reason: null, words: '' })
  const [prompts, setPrompts] = useState<{ reason?: string; words?: string }>({})
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const report = useReport()
  const oneAtATime = useOneAtATime()
  const thing = things.find(({ id }) => id === draft.thing) ?? things[0]
  const words = draft.words.trim()
  const change = (part: Partial<Draft>) => {
    setPrompts({})
    // Different words make a different report.
    setIdempotencyKey(newIdempotencyKey())
    setDraft({ ...draft, ...part })
  }
  const send = () => {
    const { reason } = draft
    if (!reason) return setPrompts({ reason: m.prompt_report_reason() })
    if (reason === 'other' && !words) return setPrompts({ words: m.prompt_report_words() })
    const body = { kind: thing.kind, target: thing.id, reason, ...(words && { words }) }
    oneAtATime(async () => {
      await report.mutateAsync({ body, idempotencyKey })
      clearDraft(draftKey)
    })
  }
  if (report.isSuccess) return <Thanks name={name} onBlock={onBlock} onClose={onClose} />
  const close = closeUnless(report.isPending, onClose)
  return (
    <SheetDialog
      title={titles[thing.kind]({ name })}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{m.common_cancel()}</Button>
          <Button variant="action" isPending={report.isPending} onPress={send}>
            {m.chat_send()}
          </Button>
        </>
      }
    >
      <div className="stack report">
        {draft.reason === 'danger' && <Emergency />}
        {thing.preview}
        {things.length > 1 && (
          <Choices
            legend={m.safety_about()}
            look="chips"
            choices={things.map(({ id, label }) => ({ value: id, text: label }))}
            chosen={thing.id}
            error={undefined}
            onChoose={(id) => change({ thing: id })}
          />
        )}
        <Choices
          legend={m.safety_what_happened()}
          look="rows"
          choices={reportReasons.map((value) => ({ value, text: reasons[value]() }))}
          chosen={draft.reason}
          error={prompts.reason}
          onChoose={(reason) => change({ reason: reason as ReportReason })}
        />
        <TextArea
          label={m.safety_tell_more()}
          placeholder={m.safety_if_you_like()}
          isRequired={draft.reason === 'other'}
          maxLength={maxReportLength}
          error={prompts.words}
          value={draft.words}
          onChange={({ target }) => change({ words: target.value })}
        />
        <p className="row row--close small quiet">
          <Icon name="shield" small />
          {m.safety_team_told_only({ name })}
        </p>
        {report.error && <Prompt>{failureText(report.error)}</Prompt>}
      </div>
    </SheetDialog>
  )
}

interface Draft {
  thing: string
  reason: ReportReason | null
  words: string
}

const titles: Record<ReportKind, (words: { name: string }) => string> = {
  person: m.safety_report_person,
  message: m.safety_report_message,
  photo: m.safety_report_photo,
  playdate: m.safety_report_playdate,
  group: m.safety_report_group,
}

const reasons: Record<ReportReason, Text> = {
  danger: m.safety_reason_danger,
  hurtful: m.safety_reason_hurtful,
  impostor: m.safety_reason_impostor,
  content: m.safety_reason_content,
  spam: m.safety_reason_spam,
  other: m.safety_reason_other,
}

/** Shown before anything is sent, also without a connection. */
function Emergency() {
  return (
    <div className="report__danger" role="alert">
      <p>{m.safety_emergency({ number: emergencyNumber })}</p>
      <a className="btn btn--action btn--wide" href={`tel:${emergencyNumber}`}>
        {m.safety_emergency_call({ number: emergencyNumber })}
      </a>
    </div>
  )
}

function Thanks({ name, onBlock, onClose }: Pick<ReportSheetProps, 'name' | 'onBlock' | 'onClose'>) {
  return (
    <SheetDialog title={m.safety_thanks()} isOpen onClose={onClose}>
      <div className="stack report__thanks">
        <SceneArt />
        <p>{m.safety_team_told()}</p>
        <Button variant="primary" wide onPress={onClose}>
          {m.safety_done()}
        </Button>
        {onBlock && (
          <Button variant="line" wide onPress={onBlock}>
            {m.safety_block_too({ name })}
          </Button>
        )}
      </div>
    </SheetDialog>
  )
}
