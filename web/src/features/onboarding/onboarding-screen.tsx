import {
  findPhoneNumber,
  phoneNumberTaken,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import type { ChildFields } from '@tagalong/contract/features/children/children.contract.ts'
import {
  onboardingWithChild,
  submitOnboarding,
} from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { KeptMembership } from '#features/billing/parts/kept-membership.tsx'
import { useProofOffer } from '#features/caregivers/number-proof.ts'
import { ChildDialog } from '#features/children/parts/child-dialog.tsx'
import { ChildRow } from '#features/children/parts/child-row.tsx'
import { prepareConnections } from '#features/connections/connections.queries.ts'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { useOwnInvites } from '#features/guardians/guardians.queries.ts'
import { brand } from '#lib/brand.ts'
import { call } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { refreshSession, useSession } from '#lib/session/session.tsx'
import Mark from '#ui/art/logo-mark.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { isPhoneNumber } from '#ui/fields/phone-field.tsx'
import { Form } from '#ui/form/form.tsx'
import type { Control } from '#ui/form/form-types.ts'
import { Icon } from '#ui/icon.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import './onboarding.css'

/** A child that isn't saved yet; `key` only identifies its row. */
type DraftChild = ChildFields & { key: string }

const draftKey = 'onboarding'

export function OnboardingScreen() {
  const queries = useQueryClient()
  const { viewer, timeZone } = useSession()
  const [values, setValues] = useDraft(draftKey, {
    name: '',
    lastName: '',
    phoneNumber: '',
    zipCode: '',
    children: [] as DraftChild[],
    // Kept with the draft: pressing Confirm again after a lost response must not make a second profile.
    attempt: newIdempotencyKey(),
  })
  const [edited, setEdited] = useState<DraftChild | 'new' | null>(null)
  const [deleted, setDeleted] = useState<DraftChild | null>(null)

  // A user who was invited to be a grown-up needs no child of their own.
  const invites = useOwnInvites()
  const isInvited = (invites.data ?? []).length > 0

  // If the server sends no codes, nobody is found by a number.
  const phoneHint = {
    due: m.onboarding_phone_hint_code(),
    possible: m.onboarding_phone_hint(),
    none: undefined,
  }[useProofOffer() ?? 'none']
  const { attempt, children, ...profile } = values

  const lookUp = async ({ value, setError }: Pick<Control, 'value' | 'setError'>) => {
    if (typeof value !== 'string' || !value || !(await isPhoneNumber(value))) return
    // Only a convenience: the response to Confirm decides. A look-up that fails, as when limited, must not block the
    // form.
    const found = await call(findPhoneNumber, { query: { phone: value } }).catch(() => [])
    if (found.length > 0) setError(phoneNumberTaken())
  }

  const setChildren = (next: DraftChild[]) =>
    setValues((before) => ({ ...before, children: next, attempt: newIdempotencyKey() }))
  const save = (child: ChildFields) => {
    const key = edited === 'new' || edited === null ? newIdempotencyKey() : edited.key
    const saved = { ...child, key }
    setChildren(
      edited === 'new' ? [...children, saved] : children.map((each) => (each.key === key ? saved : each)),
    )
    setEdited(null)
  }

  // Set up already, here or in another tab.
  if (viewer) return <Navigate to="/" replace />
  return (
    <div className="onboarding">
      <header>
        <Mark />
        <h1>{m.onboarding_welcome({ brand })}</h1>
      </header>
      <h2>{m.onboarding_set_up()}</h2>
      <Form
        endpoint={submitOnboarding}
        schema={isInvited ? submitOnboarding.body : onboardingWithChild}
        initialValues={profile}
        // Changed values are a different request, so they need a new key.
        onEdit={(typed) => setValues((before) => ({ ...before, ...typed, attempt: newIdempotencyKey() }))}
        fields={[
          [
            { name: 'name', label: m.common_first_name(), isRequired: true, autoComplete: 'given-name' },
            {
              name: 'lastName',
              label: m.caregivers_last_name(),
              isRequired: true,
              autoComplete: 'family-name',
            },
          ],
          [
            {
              name: 'phoneNumber',
              label: m.common_phone_number(),
              type: 'phone',
              isRequired: true,
              onBlur: lookUp,
              hint: phoneHint,
            },
            {
              name: 'zipCode',
              label: m.common_zip_code(),
              isRequired: true,
              inputMode: 'numeric',
              autoComplete: 'postal-code',
            },
          ],
        ]}
        extraBody={{ timeZone, children: children.map(({ key: _, ...child }) => child) }}
        idempotencyKey={attempt}
        errorMessages={{ 500: m.onboarding_failed() }}
        fieldByRefusal={{ [phoneNumberTaken()]: 'phoneNumber' }}
        afterSubmit={async () => {
          clearDraft(draftKey)
          // A user who came by a friend's link sees the invite on the dashboard.
          await prepareConnections(queries)
          await refreshSession()
        }}
        submitLabel={m.common_confirm()}
        submitSize="large"
        isSubmitWide
        isSubmitDisabled={children.length === 0 && !isInvited}
      >
        <h2 className="onboarding__children">{m.onboarding_add_children()}</h2>
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
                      aria-label={m.onboarding_edit_child({ name: child.firstName })}
                      onClick={() => setEdited(child)}
                    >
                      <Icon name="edit" />
                    </button>
                    <button
                      className="iconbtn"
                      type="button"
                      aria-label={m.onboarding_delete_child({ name: child.firstName })}
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
          {m.common_add_child()}
        </button>
      </Form>
      {children.length === 0 && !isInvited && (
        <p className="hint onboarding__hint">{m.onboarding_child_first()}</p>
      )}
      {invites.error && !invites.data && (
        <PartProblem text={failureText(invites.error)} onRetry={() => void invites.refetch()} />
      )}
      <div className="onboarding__out">
        <KeptMembership />
        <p>
          <ButtonLink variant="quiet" to="/logout">
            <Icon name="logout" small />
            {m.common_log_out()}
          </ButtonLink>
        </p>
      </div>
      {edited && (
        <ChildDialog
          key={edited === 'new' ? 'new' : edited.key}
          child={edited === 'new' ? null : edited}
          draftKey={`onboarding:child:${edited === 'new' ? 'new' : edited.key}`}
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
