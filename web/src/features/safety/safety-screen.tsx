import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import type { Safety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import { playdateTime, shortDate } from '@tagalong/contract/values/date-format.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { type ReactNode, useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import NothingArt from '#ui/art/empty-notifications.svg?react'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge, type BadgeKind } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { showToast } from '#ui/toast.tsx'
import { useSafety, useUnblock, useUnmute } from './safety.queries.ts'
import './safety.css'

/** /safety: what the viewer has blocked, muted and reported. */
export function SafetyScreen() {
  return <Loaded query={useSafety()}>{(data) => <Lists {...data} />}</Loaded>
}

function Lists(safety: Safety) {
  const { promise, blocked, muted, reports } = useHeldUnderDialog(safety)
  if (!promise && blocked.length + muted.length + reports.length === 0) {
    return <EmptyState art={<NothingArt />} text={m.safety_nothing()} />
  }
  return (
    <div className="stack">
      {promise && <p className="card">{promise}</p>}
      <List title={m.safety_blocked()}>
        {blocked.map((each) => (
          <Blocked key={each._id} {...each} />
        ))}
      </List>
      <List title={m.safety_muted()}>
        {muted.map((each) => (
          <Muted key={each._id} muted={each} />
        ))}
      </List>
      <List title={m.safety_reported()}>
        {reports.map((each) => (
          <Reported key={each._id} report={each} />
        ))}
      </List>
    </div>
  )
}

function List({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className="card" aria-label={title}>
      <ul className="safety__list">{children}</ul>
    </section>
  )
}

function Blocked(person: Safety['blocked'][number]) {
  const [isAsking, setAsking] = useState(false)
  const unblock = useUnblock()
  const oneAtATime = useOneAtATime()
  const name = `${person.name} ${person.lastName}`.trim() || m.safety_somebody_gone()
  const close = () => {
    setAsking(false)
    unblock.reset()
  }
  return (
    <li className="row">
      <CaregiverAvatar caregiver={{ ...person, name }} />
      <div className="grow">
        <b>
          <bdi>{name}</bdi>
        </b>
        <Badge kind="blocked">{m.safety_blocked()}</Badge>
      </div>
      <Button size="small" aria-label={m.safety_unblock_named({ name })} onPress={() => setAsking(true)}>
        {m.safety_unblock()}
      </Button>
      <ConfirmDialog
        title={m.safety_unblock_question({ name })}
        text={m.safety_unblock_note()}
        confirmLabel={m.safety_unblock()}
        isOpen={isAsking}
        isPending={unblock.isPending}
        problem={unblock.error ? failureText(unblock.error) : undefined}
        onConfirm={() => oneAtATime(() => unblock.mutateAsync(person._id).then(close))}
        onCancel={close}
      />
    </li>
  )
}

function Muted({ muted }: { muted: Safety['muted'][number] }) {
  const unmute = useUnmute()
  const viewer = useViewer()
  const name =
    muted.kind === 'caregiver'
      ? `${muted.caregiver.name} ${muted.caregiver.lastName}`.trim()
      : m.safety_chat_with({
          names: namesOf(muted.caregivers, viewer._id),
        })
  const press = () =>
    unmute.mutate(
      { kind: muted.kind, id: muted._id },
      {
        onSuccess: () => showToast(m.safety_unmuted()),
        onError: (error) => showToast(failureText(error), { problem: true }),
      },
    )
  return (
    <li className="row">
      {muted.kind === 'caregiver' ? <CaregiverAvatar caregiver={muted.caregiver} /> : <Icon name="chat" />}
      <div className="grow">
        <b>
          <bdi>{name}</bdi>
        </b>
        {muted.kind === 'room' && muted.time && (
          <small className="quiet">{playdateTime(muted.time, viewer.timeZone)}</small>
        )}
        <Badge kind="muted">{m.safety_muted()}</Badge>
      </div>
      <Button
        size="small"
        isPending={unmute.isPending}
        aria-label={m.safety_unmute_named({ name })}
        onPress={press}
      >
        {m.safety_unmute()}
      </Button>
    </li>
  )
}

function namesOf(caregivers: readonly CaregiverName[], viewer: string): string {
  const others = caregivers.filter(({ _id }) => _id !== viewer).map(({ name }) => name)
  return new Intl.ListFormat(currentLanguage()).format(others)
}

const states = {
  sent: { kind: 'pending', text: m.safety_state_sent },
  acted: { kind: 'confirmed', text: m.safety_state_acted },
  nothing: { kind: 'closed', text: m.safety_state_nothing },
} satisfies Record<string, { kind: BadgeKind; text: Text }>

function Reported({ report }: { report: Safety['reports'][number] }) {
  const { timeZone } = useViewer()
  const state = states[report.state]
  return (
    <li className="row">
      <Icon name="shield" />
      <div className="grow">
        <b dir="auto">{report.about}</b>
        <small className="quiet">{shortDate(report.createdAt, timeZone)}</small>
        <Badge kind={state.kind}>{state.text()}</Badge>
      </div>
    </li>
  )
}
