import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { SheetDialog } from '#ui/dialogs/sheet-dialog.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { type Muted, useMute, useSafety, useUnmute } from '../safety.queries.ts'
import { BlockDialog } from './block-dialog.tsx'
import { type Reportable, ReportSheet } from './report-sheet.tsx'
import '../safety.css'

export interface PersonActionsProps {
  person: CaregiverName
  /** The chat room, if the menu is in one. */
  room?: string | undefined
  /** Other reportable content of the person. A message comes first. */
  things?: readonly Reportable[]
  /** Set where the two may not know each other: only acquaintances can be blocked. */
  withoutBlock?: boolean
  /** True if the account is gone or shut out: only `things`, of which there are some, can then be reported. */
  isNameless: boolean
  onClose: () => void
}

/** The sheet behind 'More about …', and the dialogs that its rows open. */
export function PersonActions({
  person,
  room,
  things = [],
  withoutBlock = false,
  isNameless,
  onClose,
}: PersonActionsProps) {
  const [opened, setOpened] = useState<'report' | 'block'>()
  const offersBlock = !withoutBlock && !isNameless
  if (opened === 'block') return <BlockDialog person={person} onClose={onClose} />
  if (opened === 'report') {
    return (
      <ReportSheet
        things={likeliestFirst(person, things, isNameless)}
        name={person.name}
        onBlock={offersBlock ? () => setOpened('block') : undefined}
        onClose={onClose}
      />
    )
  }
  return (
    <SheetDialog title={`${person.name} ${person.lastName}`.trim()} isOpen onClose={onClose}>
      <ul className="menu">
        {!isNameless && (
          <MuteRow
            what={{ kind: 'caregiver', id: person._id }}
            labels={{ mute: m.safety_mute(), unmute: m.safety_unmute() }}
            note={m.safety_mute_note({ name: person.name })}
            onDone={onClose}
          />
        )}
        {room && (
          <MuteRow
            what={{ kind: 'room', id: room }}
            labels={{ mute: m.safety_mute_chat(), unmute: m.safety_unmute_chat() }}
            note={m.safety_mute_chat_note()}
            onDone={onClose}
          />
        )}
        <li>
          <button type="button" onClick={() => setOpened('report')}>
            <Icon name="shield" />
            <b>{m.safety_report()}</b>
          </button>
        </li>
        {offersBlock && (
          <li>
            <button type="button" onClick={() => setOpened('block')}>
              <Icon name="block" />
              <b>{m.safety_block()}</b>
            </button>
          </li>
        )}
      </ul>
    </SheetDialog>
  )
}

function likeliestFirst(
  person: CaregiverName,
  things: readonly Reportable[],
  isNameless: boolean,
): readonly [Reportable, ...Reportable[]] {
  const [first, ...others] = things
  if (first && isNameless) return [first, ...others]
  const label = `${person.name} ${person.lastName}`.trim()
  const them: Reportable = {
    kind: 'person',
    id: person._id,
    label,
    preview: (
      <p className="row said">
        <CaregiverAvatar caregiver={person} />
        <b>
          <bdi>{label}</bdi>
        </b>
      </p>
    ),
  }
  return first?.kind === 'message' ? [first, them, ...others] : [them, ...things]
}

interface MuteRowProps {
  what: Muted
  labels: { mute: string; unmute: string }
  note: string
  onDone: () => void
}

function MuteRow({ what, labels, note, onDone }: MuteRowProps) {
  const safety = useSafety()
  const muting = useMute()
  const unmuting = useUnmute()
  const isMuted = safety.data?.muted.some(({ kind, _id }) => kind === what.kind && _id === what.id) ?? false
  const { mutate, isPending, error } = isMuted ? unmuting : muting
  const done = isMuted ? m.safety_unmuted() : m.safety_mute_done()
  const press = () =>
    mutate(what, {
      onSuccess: () => {
        showToast(done)
        onDone()
      },
    })
  return (
    <li>
      {/* Disabled until it is known whether the person is muted. */}
      <button type="button" disabled={safety.isPending || isPending} onClick={press}>
        <Icon name="mute" />
        <span>
          <b>{isMuted ? labels.unmute : labels.mute}</b>
          {!isMuted && <small className="quiet">{note}</small>}
        </span>
      </button>
      {error && <Prompt>{failureText(error)}</Prompt>}
    </li>
  )
}
