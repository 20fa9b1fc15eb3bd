import { broadcastNotification } from '@tagalong/contract/features/broadcasts/broadcasts.admin.contract.ts'
import { sendNotification } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import { appPath } from '@tagalong/contract/values/app-path.ts'
import { text } from '@tagalong/contract/values/text.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { groupsSource } from '#features/groups/admin/groups.source.ts'
import { usersSource } from '#features/users/admin/users.source.ts'
import { call } from '#lib/calls/api.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Form } from '#ui/form/form.tsx'
import type { FormRow } from '#ui/form/form-types.ts'
import { PagedSelect } from '#ui/manage/paged-select.tsx'
import { requiredControl } from '#ui/manage/required-control.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { showToast } from '#ui/toast.tsx'
import '#ui/manage/manage-form.css'

type Audience = 'user' | 'group' | 'all'

interface News {
  audience: Audience
  user?: string
  group?: string
  title: string
  url: string
}

const audiences = [
  { value: 'user', text: 'One user' },
  { value: 'group', text: 'The members of a group' },
  { value: 'all', text: 'Everybody' },
]

const schema = z.object({
  audience: z.enum(['user', 'group', 'all']),
  user: z.optional(z.string().check(z.minLength(1, 'Please choose a user'))),
  group: z.optional(z.string().check(z.minLength(1, 'Please choose a group'))),
  title: text(200, 'Please enter what you want to say'),
  url: appPath,
})

/** Sends to one user, a group, or everybody. Asks for confirmation if it goes to more than one. */
export function SendNotificationScreen() {
  const [audience, setAudience] = useState<Audience>('user')
  const [turn, setTurn] = useState(0)
  const [idempotencyKey, setIdempotencyKey] = useState(() => newIdempotencyKey())
  const [asked, setAsked] = useState<{ news: News; answer: (isSure: boolean) => void }>()

  const send = async (news: News) => {
    if (news.audience !== 'user') {
      const isSure = await new Promise<boolean>((answer) => setAsked({ news, answer }))
      setAsked(undefined)
      if (!isSure) return false
    }
    const { title, url, user = '', group = null } = news
    if (news.audience === 'user') {
      await call(sendNotification, { body: { user, title, url }, idempotencyKey })
    } else {
      await call(broadcastNotification, {
        body: { title, url, group: news.audience === 'group' ? group : null },
        idempotencyKey,
      })
    }
    return true
  }
  return (
    <>
      <PageHeader title="Notifications" subtitle="Send one to a user, a group or everybody" />
      <Form
        key={turn}
        className="card manageform"
        endpoint="admin/send-notification"
        id="new"
        schema={schema}
        initialValues={{ audience, url: '/' }}
        onEdit={(values) => {
          setAudience(values.audience as Audience)
          setIdempotencyKey(newIdempotencyKey())
        }}
        fields={fieldsFor(audience)}
        send={(body) => send(body as News)}
        afterSubmit={(isSent) => {
          if (!isSent) return
          setIdempotencyKey(newIdempotencyKey())
          setTurn(turn + 1)
          showToast('The notification is on its way')
        }}
        submitLabel="Send"
        retryLabel="Send"
      />
      {asked && (
        <ConfirmDialog
          isOpen
          title="Send to all of them?"
          text={
            asked.news.audience === 'all'
              ? `Everybody gets “${asked.news.title}”`
              : `All members of the group get “${asked.news.title}”`
          }
          confirmLabel="Send"
          onConfirm={() => asked.answer(true)}
          onCancel={() => asked.answer(false)}
        />
      )}
    </>
  )
}

function fieldsFor(audience: Audience): FormRow[] {
  const whom: Record<Audience, FormRow[]> = {
    user: [
      {
        name: 'user',
        type: 'custom',
        isRequired: true,
        initial: '',
        render: (control) => (
          <PagedSelect
            {...requiredControl(control)}
            label="User"
            source={usersSource}
            optionOf={({ _id, email }) => ({ value: _id, text: email })}
          />
        ),
      },
    ],
    group: [
      {
        name: 'group',
        type: 'custom',
        isRequired: true,
        initial: '',
        render: (control) => (
          <PagedSelect
            {...requiredControl(control)}
            label="Group"
            source={groupsSource}
            optionOf={({ _id, name }) => ({ value: _id, text: name })}
          />
        ),
      },
    ],
    all: [],
  }
  return [
    { name: 'audience', label: 'To', type: 'select', options: audiences },
    ...whom[audience],
    { name: 'title', label: 'What you want to say', type: 'multi-line', rows: 3, isRequired: true },
    { name: 'url', label: 'Page that it leads to', isRequired: true, hint: 'For example /connections' },
  ]
}
