import { EditProfileScreen } from '#features/caregivers/edit-profile-screen.tsx'
import { ChangeEmailForm } from './parts/change-email-form.tsx'
import { DeleteAccount } from './parts/delete-account.tsx'

/** The profile's form, and below it what is not part of the profile: the address to sign in with, and the way out. */
export function EditAccountScreen() {
  return (
    <EditProfileScreen>
      <ChangeEmailForm />
      <DeleteAccount />
    </EditProfileScreen>
  )
}
