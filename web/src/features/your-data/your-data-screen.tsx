import { m } from '@tagalong/contract/messages.ts'
import { DeleteAccount } from '#features/auth/parts/delete-account.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Agreed } from './parts/agreed.tsx'
import { GetCopy } from './parts/get-copy.tsx'
import { HowLong } from './parts/how-long.tsx'

/** /your-data: what is stored about the viewer, and how to delete the account. */
export function YourDataScreen() {
  return (
    <div className="stack">
      <GetCopy />
      <HowLong />
      <Agreed />
      <DeleteAccount />
    </div>
  )
}

/** The same for a paused account, below /account-notice: the user's other pages are closed. */
export function YourDataWhilePausedScreen() {
  return (
    <>
      <PageHeader title={m.your_data_title()} back="/account-notice" />
      <YourDataScreen />
    </>
  )
}
