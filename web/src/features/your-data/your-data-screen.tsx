import { m } from '@tagalong/contract/messages.ts'
import { DeleteAccount } from '#features/auth/parts/delete-account.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Agreed } from './parts/agreed.tsx'
import { GetCopy } from './parts/get-copy.tsx'
import { HowLong } from './parts/how-long.tsx'

/** /your-data: what is kept about the viewer, and the way out. */
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

/** The same for whose account is paused, below /account-notice: all others of their pages are closed. */
export function YourDataWhilePausedScreen() {
  return (
    <>
      <PageHeader title={m.your_data_title()} back="/account-notice" />
      <YourDataScreen />
    </>
  )
}
