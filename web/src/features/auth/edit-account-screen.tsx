import { m } from '@tagalong/contract/messages.ts'
import { EditProfileScreen } from '#features/caregivers/edit-profile-screen.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ChangeEmailForm } from './parts/change-email-form.tsx'

/** The profile's form, then what isn't part of the profile: the address to sign in with and the link to deletion. */
export function EditAccountScreen() {
  return (
    <EditProfileScreen>
      <ChangeEmailForm />
      <p className="centered">
        <ButtonLink variant="quiet" to="/your-data">
          {m.auth_delete_account()}
        </ButtonLink>
      </p>
    </EditProfileScreen>
  )
}
