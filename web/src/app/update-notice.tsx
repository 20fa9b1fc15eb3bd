import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { applyUpdate, useHasUpdate } from '#lib/worker/app-update.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import './update-notice.css'

/** Offers the newer version without interrupting: it loads when the user asks for it or next opens the app. */
export function UpdateNotice() {
  const hasUpdate = useHasUpdate()
  const [isPutOff, setPutOff] = useState(false)
  const [isPending, setPending] = useState(false)
  const isShown = hasUpdate && !isPutOff
  return (
    <div className="update" role="status">
      {isShown && (
        <div className="update__card">
          <p>{m.app_update_here()}</p>
          <Button
            variant="primary"
            size="small"
            isPending={isPending}
            onPress={() => {
              setPending(true)
              void applyUpdate()
            }}
          >
            {m.common_update()}
          </Button>
          <button
            className="iconbtn"
            type="button"
            aria-label={m.common_not_now()}
            onClick={() => setPutOff(true)}
          >
            <Icon name="cross" />
          </button>
        </div>
      )}
    </div>
  )
}
