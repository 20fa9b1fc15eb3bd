import {
  phoneNumberTaken,
  saveCaregiverProfile,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { todaysName } from '@tagalong/contract/values/canonical-time-zone.ts'
import {
  currentLanguage,
  type Language,
  languageNames,
  languages,
} from '@tagalong/contract/values/language.ts'
import { type ReactNode, useState } from 'react'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { useLanguage } from '#lib/language.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { saveLanguage } from '#lib/session/account-language.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Select } from '#ui/fields/field.tsx'
import { changesOf } from '#ui/form/changes.ts'
import { Form } from '#ui/form/form.tsx'
import type { Values } from '#ui/form/form-types.ts'
import { showToast } from '#ui/toast.tsx'
import './caregivers.css'
import { useSaveCaregiverProfile } from './caregivers.queries.ts'
import { useProofOffer } from './number-proof.ts'

const draftKey = 'profile'

/** The children are shown below the form. */
export function EditProfileScreen({ children }: { children: ReactNode }) {
  return (
    <>
      <ProfileForm />
      {children}
    </>
  )
}

function ProfileForm() {
  const { name, lastName, phoneNumber, zipCode, timeZone } = useViewer()
  // Kept as first loaded, since the session may be refetched while the user types.
  const [stored] = useState({ name, lastName, phoneNumber, zipCode, timeZone })
  const [changes, setChanges] = useDraft<Values>(draftKey, {})
  const { mutateAsync } = useSaveCaregiverProfile()
  const current = useLanguage()
  const navigate = useNavigateFromHere()
  const isProofDue = useProofOffer() === 'due'
  const [picked, setPicked] = useState<Language>()
  return (
    <Form
      className="card profileform"
      endpoint={saveCaregiverProfile}
      schema={saveCaregiverProfile.body}
      initialValues={{ ...stored, ...changes }}
      onEdit={(typed) => setChanges(changesOf(typed, stored))}
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
          { name: 'phoneNumber', label: m.common_phone_number(), type: 'phone', isRequired: true },
          {
            name: 'zipCode',
            label: m.common_zip_code(),
            isRequired: true,
            inputMode: 'numeric',
            autoComplete: 'postal-code',
          },
        ],
        {
          name: 'timeZone',
          label: m.caregivers_time_zone(),
          type: 'select',
          options: zonesWith(stored.timeZone),
        },
      ]}
      fieldByRefusal={{ [phoneNumberTaken()]: 'phoneNumber' }}
      send={async (body) => {
        await mutateAsync(changesOf(body, stored))
        if (picked) await saveLanguage(picked)
      }}
      afterSubmit={(_answer, body) => {
        clearDraft(draftKey)
        showToast(m.caregivers_profile_saved())
        // A changed number can't be found before it is confirmed. That page replaces this one and goes back to the page
        // before.
        if (isProofDue && body.phoneNumber !== stored.phoneNumber)
          navigate('/confirm-number', { replace: true })
        else navigate('/profile')
      }}
      submitLabel={m.common_save()}
      submitSize="large"
      isSubmitWide
    >
      <Select
        label={m.caregivers_language()}
        value={picked ?? current}
        options={languages.map((value) => ({ value, text: languageNames[value] }))}
        onChange={({ target }) => setPicked(languages.find((each) => each === target.value))}
      />
    </Form>
  )
}

/** Returns options such as `Los Angeles (America)`, including the stored zone even if this browser doesn't list it. */
function zonesWith(stored: string) {
  return [...new Set([stored, ...Intl.supportedValuesOf('timeZone').map(todaysName)])]
    .map((value) => {
      const [area, ...place] = value.replaceAll('_', ' ').split('/')
      return {
        value,
        text:
          place.length > 0 && area ? m.caregivers_zone({ area, place: place.reverse().join(', ') }) : value,
      }
    })
    .sort((a, b) => a.text.localeCompare(b.text, currentLanguage()))
}
