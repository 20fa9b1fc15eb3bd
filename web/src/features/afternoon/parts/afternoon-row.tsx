import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { useAfternoon } from '../afternoon.queries.ts'
import { AfternoonForm } from './afternoon-form.tsx'

/** The line on /profile that opens the sheet. */
export function AfternoonRow() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button className="row profile__link afternoon__row" type="button" onClick={() => setOpen(true)}>
        <Icon name="call" />
        <span className="grow">{m.afternoon_title()}</span>
        <Icon name="right" small />
      </button>
      <Dialog title={m.afternoon_title()} isOpen={isOpen} onClose={close}>
        <Own onDone={close} />
      </Dialog>
    </>
  )
}

function Own({ onDone }: { onDone: () => void }) {
  return (
    <Loaded query={useAfternoon()} skeleton={<SkeletonCards count={1} />}>
      {(saved) => <AfternoonForm saved={saved} onDone={onDone} />}
    </Loaded>
  )
}
