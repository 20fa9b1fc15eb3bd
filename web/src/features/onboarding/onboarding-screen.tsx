import {
  findPhoneNumber,
  phoneNumberTaken,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import type { ChildFields } from '@tagalong/contract/features/children/children.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { phonePrompt } from '@tagalong/contract/values/phone.ts'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { ChildDialog } from '#features/children/parts/child-dialog.tsx'
import { ChildRow } from '#features/children/parts/child-row.tsx'
import { call } from '#lib/api.ts'
import { newAttemptKey } from '#lib/attempt-key.ts'
import { brand } from '#lib/brand.ts'
import { clearDraft, useDraft } from '#lib/draft.ts'
import { useForm } from '#lib/form.ts'
import { refreshSession, useSession } from '#lib/session.tsx'
import Mark from '#ui/art/logo-mark.svg?react'
import { ChildAvatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Prompt, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { isPhoneNumber, PhoneField } from '#ui/phone-field.tsx'
import './onboarding.css'

/** A child not yet sent; `key` only tells the rows apart. */
type DraftChild = ChildFields & { key: string }

const draftKey = 'onboarding'

export function OnboardingScreen() {
  const navigate = useNavigate()
  const { viewer, timeZone } = useSession()
  const [values, setValues] = useDraft(draftKey, {
    name: '',
    lastName: '',
    phoneNumber: '',
    zipCode: '',
    children: [] as DraftChild[],
    // Kept with the draft: pressing Confirm again after a lost answer must not make a second profile.
    attempt: newAttemptKey(),
  })
  const [edited, setEdited] = useState<DraftChild | 'new' | null>(null)
  const [deleted, setDeleted] = useState<DraftChild | null>(null)

  const { attempt, children, ...profile } = values
  const form = useForm({
    values: { ...profile, timeZone, children: children.map(({ key: _, ...child }) => child) },
    setValues: ({ name, lastName, phoneNumber, zipCode }) =>
      // Something else was typed: what is sent then is another request.
      setValues((before) => ({
        ...before,
        name,
        lastName,
        phoneNumber,
        zipCode,
        attempt: newAttemptKey(),
      })),
    schema: submitOnboarding.body,
    check: async ({ phoneNumber }) =>
      (await isPhoneNumber(phoneNumber)) ? {} : { phoneNumber: phonePrompt },
    errorMessages: { 500: "Couldn't update" },
    blame: { [phoneNumberTaken]: 'phoneNumber' },
    send: async (body) => {
      await call(submitOnboarding, { body, idempotencyKey: attempt })
      await refreshSession()
      clearDraft(draftKey)
      navigate('/', { replace: true })
    },
  })

  const lookUp = async () => {
    const { phoneNumber } = profile
    if (!phoneNumber || !(await isPhoneNumber(phoneNumber))) return
    // Only a comfort: what counts is the answer to Confirm. The limit on look-ups must not stand in anybody's way.
    const found = await call(findPhoneNumber, { query: { phone: phoneNumber } }).catch(() => [])
    if (found.length > 0) form.setErrors({ phoneNumber: phoneNumberTaken })
  }

  const setChildren = (next: DraftChild[]) =>
    setValues((before) => ({ ...before, children: next, attempt: newAttemptKey() }))
  const save = (child: ChildFields) => {
    const key = edited === 'new' || edited === null ? newAttemptKey() : edited.key
    const saved = { ...child, key }
    setChildren(
      edited === 'new' ? [...children, saved] : children.map((each) => (each.key === key ? saved : each)),
    )
    setEdited(null)
  }

  // Somebody who is done already, for example in another tab, has nothing to do here.
  if (viewer && !form.isPending) return <Navigate to="/" replace />
  return (
    <div className="onboarding">
      <header>
        <Mark />
        <h1>Welcome to {brand}!</h1>
      </header>
      <form className="stack" noValidate onSubmit={form.submit}>
        <h2>Set up your Caregiver Profile</h2>
        <div className="pair">
          <TextField label="First Name" isRequired autoComplete="given-name" {...form.field('name')} />
          <TextField label="Last Name" isRequired autoComplete="family-name" {...form.field('lastName')} />
        </div>
        <div className="pair">
          <PhoneField
            label="Phone Number"
            name="phoneNumber"
            isRequired
            value={profile.phoneNumber}
            error={form.errors.phoneNumber}
            onChange={(number) => form.set('phoneNumber', number)}
            onBlur={lookUp}
          />
          <TextField
            label="Zip Code"
            isRequired
            inputMode="numeric"
            autoComplete="postal-code"
            {...form.field('zipCode')}
          />
        </div>
        <h2 className="mt-3">Add your children</h2>
        {children.length > 0 && (
          <ul className="card">
            {children.map((child) => (
              <ChildRow
                key={child.key}
                child={{ ...child, _id: child.key }}
                actions={
                  <>
                    <button
                      className="iconbtn"
                      type="button"
                      aria-label={`Edit ${child.firstName}`}
                      onClick={() => setEdited(child)}
                    >
                      <Icon name="edit" />
                    </button>
                    <button
                      className="iconbtn"
                      type="button"
                      aria-label={`Delete ${child.firstName}`}
                      onClick={() => setDeleted(child)}
                    >
                      <Icon name="bin" />
                    </button>
                  </>
                }
              />
            ))}
          </ul>
        )}
        <button className="adder" type="button" onClick={() => setEdited('new')}>
          <Icon name="plus" />
          Add a child
        </button>
        {form.problem && <Prompt>{form.problem}</Prompt>}
        <Button
          className="mt-2"
          variant="action"
          size="large"
          wide
          type="submit"
          isPending={form.isPending}
          isDisabled={children.length === 0}
        >
          Confirm
        </Button>
      </form>
      {edited && (
        <ChildDialog
          key={edited === 'new' ? 'new' : edited.key}
          child={edited === 'new' ? null : edited}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        isOpen={deleted !== null}
        about={deleted && <ChildAvatar child={{ ...deleted, _id: deleted.key }} size="3.5rem" />}
        onCancel={() => setDeleted(null)}
        onConfirm={() => {
          setChildren(children.filter(({ key }) => key !== deleted?.key))
          setDeleted(null)
        }}
      />
    </div>
  )
}
