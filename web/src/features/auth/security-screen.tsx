import { ChangePassword } from './parts/change-password.tsx'
import { SignedInDevices } from './parts/signed-in-devices.tsx'

/** /security: how one signs in, and where one is signed in. */
export function SecurityScreen() {
  return (
    <div className="stack">
      <ChangePassword />
      <SignedInDevices />
    </div>
  )
}
