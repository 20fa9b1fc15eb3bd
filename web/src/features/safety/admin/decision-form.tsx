import {
  type DecisionKind,
  decideReports,
  decisionTexts,
  type Report,
  type ReportedSubject,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'

import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/fields/choices.tsx'
import { Check, Prompt, TextArea } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { showToast } from '#ui/toast.tsx'
import { choices, effects, suggestedWords, thingWords } from './decision-words.ts'
import { openReports, urgentReason } from './report-words.ts'
import { useDecide } from './reports.queries.ts'
import './inbox.css'

const order = ['kind', 'remove', 'words']

interface Typed {
  kind: DecisionKind | null
  isForAWeek: boolean
  /** Ids of the reports whose reported content is removed. */
  remove: readonly string[]
  /** Null for the suggested words. */
  words: string | null
  /** Versions of the reports that were open when the form was begun. Later reports have not been read yet. */
  versions: Record<string, number> | null
}

const nothing: Typed = { kind: null, isForAWeek: true, remove: [], words: null, versions: null }

interface DecisionFormProps extends ReportedSubject {
  onReadAgain: () => void
}

/** Decides on all open reports about one account or group. */
export function DecisionForm({ subject, reports, decisions, onReadAgain }: DecisionFormProps) {
  // A new decision starts a new draft.
  const latest = decisions.find(({ isLatest }) => isLatest)
  const draftKey = `decision:${subject._id}:${latest?._id ?? ''}`
  const [typed, setTyped] = useDraft<Typed>(draftKey, nothing)
  const decide = useDecide(subject._id)
  const all = openReports(reports)
  const versions = typed.versions ?? Object.fromEntries(all.map(({ _id, version }) => [_id, version]))
  const open = all.filter(({ _id }) => _id in versions)
  const things = removableThings(open.length > 0 ? open : reports)
  const isGroup = subject.kind === 'group'
  const { kind, isForAWeek, remove } = typed
  const words =
    typed.words ?? suggestedWords(kind ?? 'none', urgentReason(open.length > 0 ? open : reports), isGroup)
  const form = useForm({
    values: { ...typed, words },
    setValues: (next) =>
      setTyped({
        ...next,
        words: next.words === words ? typed.words : next.words,
        versions,
      }),
    order,
    schema: decideReports.body,
    bodyOf: (held) => ({
      reports: open.map(({ _id }) => _id),
      versions,
      kind: held.kind,
      ...(held.kind !== 'none' && { words: held.words }),
      ...(held.kind === 'suspend' && held.isForAWeek && { days: 7 }),
      remove: things.flatMap(({ ids }) => ids.filter((id) => held.remove.includes(id))),
      ...(latest && { replaces: latest._id, hasAppeal: latest.appeal !== null }),
    }),
    send: async (body: BodyOf<typeof decideReports>) => {
      await decide(body)
      clearDraft(draftKey)
      showToast('Decided')
    },
  })
  const toRead = form.problem && newer[form.problem]
  return (
    <form className="card stack inbox__decision" noValidate aria-label="Decision" onSubmit={form.submit}>
      <Choices
        legend="Decision"
        look="chips"
        choices={kindsFor(subject).map((value) => ({ value, text: choices[value] }))}
        chosen={kind}
        error={undefined}
        onChoose={(value) => form.set('kind', value as DecisionKind)}
      />
      {kind && (
        <>
          <p className="hint">{isGroup ? groupEffects[kind] : effects[kind]}</p>
          {kind === 'suspend' && (
            <Choices
              legend="Until"
              look="chips"
              choices={[
                { value: '7', text: '7 days' },
                { value: '', text: 'Until lifted' },
              ]}
              chosen={isForAWeek ? '7' : ''}
              error={undefined}
              onChoose={(value) => form.set('isForAWeek', value === '7')}
            />
          )}
          {things.length > 0 && (
            <fieldset className="inbox__remove">
              <legend>Remove it</legend>
              {things.map(({ ids, label }) => (
                <Check
                  key={ids[0]}
                  label={<span dir="auto">{label}</span>}
                  checked={ids.some((id) => remove.includes(id))}
                  onChange={({ target }) =>
                    form.set('remove', [
                      ...remove.filter((id) => !ids.includes(id)),
                      ...(target.checked ? ids : []),
                    ])
                  }
                />
              ))}
              <p className="hint">For good. What was copied for the report stays.</p>
            </fieldset>
          )}
          {kind !== 'none' && (
            <TextArea
              label={`Words to ${isGroup ? 'its admins' : firstName(subject.name)}`}
              isRequired
              rows={6}
              {...form.field('words')}
            />
          )}
        </>
      )}
      {open.length < all.length && <p className="hint">A report that came in since you began stays open.</p>}
      {form.problem && <Prompt>{form.problem}</Prompt>}
      {toRead && (
        <Button
          size="small"
          onPress={() => {
            // Whatever is shown from now on counts as read.
            setTyped({ ...typed, versions: null })
            onReadAgain()
          }}
        >
          {toRead}
        </Button>
      )}
      <Button variant="action" wide type="submit" isDisabled={!kind} isPending={form.isPending}>
        Decide
      </Button>
    </form>
  )
}

/** Button labels by refusal: news that has to be read before deciding. */
const newer: Record<string, string> = {
  [decisionTexts.decided]: 'Show what was decided',
  [decisionTexts.asked]: 'Show the appeal',
  [decisionTexts.added]: 'Show the report',
}

const groupEffects: Record<DecisionKind, string> = {
  ...effects,
  warn: 'The words go to the group’s admins, by mail and under Notifications. Nothing else changes.',
}

/** A group has no account to pause or close, and an erased user reads no warning. */
function kindsFor({ kind, user }: ReportedSubject['subject']): readonly DecisionKind[] {
  if (kind === 'group') return ['none', 'warn']
  return user ? ['none', 'warn', 'suspend', 'close'] : ['none']
}

const firstName = (name: string) => name.split(' ')[0]

interface Thing {
  /** Ids of the reports about it. */
  ids: readonly string[]
  label: string
}

/** Several reports of the same message become one thing. */
function removableThings(reports: readonly Report[]): Thing[] {
  const things = new Map<string, Thing>()
  for (const report of reports.filter(({ isRemovable }) => isRemovable)) {
    const message = report.kind === 'message' ? report.evidence.messages.at(-1) : undefined
    const key = message ? `${message.sender} ${message.createdAt} ${message.text}` : report._id
    const ids = [...(things.get(key)?.ids ?? []), report._id]
    things.set(key, { ids, label: thingWords(report) })
  }
  return [...things.values()]
}
