import type {
  MailChoice,
  NoticeSettings,
} from '@tagalong/contract/features/notifications/settings.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { slotHour } from '@tagalong/contract/values/date-format.ts'
import { useState } from 'react'
import { needsHomeScreen } from '#features/push/browser-push.ts'
import { useCheckSubscription, useIsDeviceKnown, useSubscribe } from '#features/push/push.queries.ts'
import { usePushProblem } from '#features/push/push-problem.ts'
import { brand } from '#lib/brand.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/fields/choices.tsx'
import { Prompt, Select } from '#ui/fields/field.tsx'
import { Toggle } from '#ui/fields/toggle.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { useNoticeSettings, useSetNoticeSettings } from './notification-settings.queries.ts'
import './notification-settings.css'

/** /notification-settings: which notifications the viewer gets, and when. Each change is saved at once. */
export function NotificationSettingsScreen() {
  return (
    <Loaded query={useNoticeSettings()} isReady={useIsDeviceKnown()}>
      {(data) => (
        <>
          <TurnOn />
          <Settings settings={data} />
        </>
      )}
    </Loaded>
  )
}

/** Shown on a device without a push subscription. */
function TurnOn() {
  const { user } = useSession()
  const { data } = useCheckSubscription()
  const subscribe = useSubscribe()
  const problem = usePushProblem()
  if (!user || !data || data.subscribed) return null
  return (
    <section className="card settings__device">
      <p>{needsHomeScreen() ? m.push_home_screen({ brand }) : m.notifications_no_device()}</p>
      {!needsHomeScreen() && (
        <Button size="small" isPending={subscribe.isPending} onPress={() => subscribe.mutate(user.email)}>
          {m.notifications_turn_on()}
        </Button>
      )}
      {problem && <Prompt>{problem}</Prompt>}
    </section>
  )
}

function Settings({ settings }: { settings: NoticeSettings }) {
  const { mutate: save } = useSetNoticeSettings()
  return (
    <>
      <section className="card settings__part">
        <Choices
          legend={m.notifications_mail()}
          look="rows"
          choices={[
            { value: 'soon', text: m.notifications_mail_soon(), detail: m.notifications_mail_soon_note() },
            { value: 'daily', text: m.notifications_mail_daily(), detail: m.notifications_mail_daily_note() },
            { value: 'off', text: m.notifications_mail_off() },
          ]}
          chosen={settings.mail}
          error={undefined}
          onChoose={(mail) => save({ mail: mail as MailChoice })}
        />
        <p className="row settings__always">
          <Icon name="shield" small />
          <span>{m.notifications_always()}</span>
        </p>
      </section>
      <QuietHours settings={settings} onSave={save} />
    </>
  )
}

/** Preset when quiet hours are switched on. */
const night = { quietFrom: 21, quietTo: 7 }

interface QuietHoursProps {
  settings: NoticeSettings
  onSave: (change: Partial<NoticeSettings>) => void
}

function QuietHours({ settings: { quietFrom, quietTo }, onSave }: QuietHoursProps) {
  // Shown but not saved: equal hours would mean no quiet hours.
  const [equal, setEqual] = useState<number | null>(null)
  const isOn = quietFrom !== null && quietTo !== null
  const shown = equal === null ? { quietFrom, quietTo } : { quietFrom: equal, quietTo: equal }
  const choose = (change: Partial<typeof shown>) => {
    const next = { ...shown, ...change }
    const isEqual = next.quietFrom !== null && next.quietFrom === next.quietTo
    setEqual(isEqual ? next.quietFrom : null)
    if (!isEqual) onSave(next)
  }
  return (
    <section className="card settings__part">
      <Toggle
        label={
          <b className="row display">
            <Icon name="moon" />
            {m.notifications_quiet()}
          </b>
        }
        checked={isOn}
        onChange={({ target }) => choose(target.checked ? night : { quietFrom: null, quietTo: null })}
      />
      {isOn && (
        <>
          <div className="settings__hours">
            <Select
              label={m.notifications_quiet_from()}
              options={hours()}
              value={String(shown.quietFrom)}
              isInvalid={equal !== null}
              onChange={({ target }) => choose({ quietFrom: Number(target.value) })}
            />
            <Select
              label={m.notifications_quiet_to()}
              options={hours()}
              value={String(shown.quietTo)}
              error={equal === null ? undefined : m.prompt_quiet_hours_equal()}
              onChange={({ target }) => choose({ quietTo: Number(target.value) })}
            />
          </div>
          {equal === null && (
            <p className="quiet small">
              {m.notifications_quiet_note({ from: slotHour(quietFrom), to: slotHour(quietTo) })}
            </p>
          )}
        </>
      )}
    </section>
  )
}

function hours() {
  return Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), text: slotHour(hour) }))
}
