import {
  phoneNumberTaken,
  saveCaregiverProfile,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { phonePrompt } from '@tagalong/contract/values/phone.ts'
import { useNavigate } from 'react-router'
import { clearDraft, useDraft } from '#lib/draft.ts'
import { useForm } from '#lib/form.ts'
import { useViewer } from '#lib/session.tsx'
import { Button } from '#ui/button.tsx'
import { Prompt, Select, TextField } from '#ui/field.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { isPhoneNumber, PhoneField } from '#ui/phone-field.tsx'
import { showToast } from '#ui/toast.tsx'
import './caregivers.css'
import { useSaveCaregiverProfile } from './caregivers.queries.ts'

const draftKey = 'profile'

export function EditProfileScreen() {
  const navigate = useNavigate()
  const { name, lastName, phoneNumber, zipCode, timeZone } = useViewer()
  const [values, setValues] = useDraft(draftKey, { name, lastName, phoneNumber, zipCode, timeZone })
  const { mutateAsync } = useSaveCaregiverProfile()
  const form = useForm({
    values,
    setValues,
    schema: saveCaregiverProfile.body,
    check: async (typed) => ((await isPhoneNumber(typed.phoneNumber)) ? {} : { phoneNumber: phonePrompt }),
    blame: { [phoneNumberTaken]: 'phoneNumber' },
    send: async (body) => {
      await mutateAsync(body)
      clearDraft(draftKey)
      showToast('Your profile is saved')
      navigate('/profile')
    },
  })
  return (
    <>
      <PageHeader title="Manage Your Profile" back="/profile" />
      <form className="card stack profileform" noValidate onSubmit={form.submit}>
        <div className="pair">
          <TextField label="First Name" isRequired autoComplete="given-name" {...form.field('name')} />
          <TextField label="Last Name" isRequired autoComplete="family-name" {...form.field('lastName')} />
        </div>
        <div className="pair">
          <PhoneField
            label="Phone Number"
            name="phoneNumber"
            isRequired
            value={values.phoneNumber}
            error={form.errors.phoneNumber}
            onChange={(number) => form.set('phoneNumber', number)}
          />
          <TextField
            label="Zip Code"
            isRequired
            inputMode="numeric"
            autoComplete="postal-code"
            {...form.field('zipCode')}
          />
        </div>
        <Select label="Time Zone" options={zonesWith(timeZone)} {...form.field('timeZone')} />
        {form.problem && <Prompt>{form.problem}</Prompt>}
        <Button variant="action" size="large" wide type="submit" isPending={form.isPending}>
          Save
        </Button>
      </form>
    </>
  )
}

/** `Los Angeles (America)`, the stored one included even where this browser does not list it. */
function zonesWith(stored: string) {
  return [...new Set([stored, ...Intl.supportedValuesOf('timeZone')])]
    .map((value) => {
      const [area, ...place] = value.replaceAll('_', ' ').split('/')
      return { value, text: place.length > 0 ? `${place.reverse().join(', ')} (${area})` : value }
    })
    .sort((a, b) => a.text.localeCompare(b.text))
}
