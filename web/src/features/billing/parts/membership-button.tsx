import { useEffect, useState } from 'react'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { type CheckoutFrom, type Return, useCreateSession } from '../billing.queries.ts'
import '#ui/form/form.css'

/** Milliseconds after which the button works again if the provider's page did not open. */
const timeoutMs = 10_000

interface MembershipButtonProps {
  label: string
  opens: Return
  from?: CheckoutFrom
  isSmall?: boolean
}

/** Opens a page of the payment provider. A refusal is shown above it. */
export function MembershipButton({ label, opens, from = {}, isSmall = false }: MembershipButtonProps) {
  const { mutateAsync, isPending, data, error } = useCreateSession()
  const oneAtATime = useOneAtATime()
  const { isLeaving, leave } = useLeaving()
  const refusal = error?.message ?? (data && 'message' in data ? data.message : undefined)
  const open = () =>
    oneAtATime(() =>
      mutateAsync(
        { opens, from },
        {
          onSuccess: (page) => {
            if ('url' in page) leave(page.url)
          },
        },
      ),
    )
  return (
    <>
      {refusal && (
        <p className="refusal" role="alert">
          <Icon name="alert" small />
          <span>{refusal}</span>
        </p>
      )}
      <Button
        variant={opens === 'checkout' && !isSmall ? 'action' : 'primary'}
        size={isSmall ? 'small' : 'medium'}
        wide={!isSmall}
        isPending={isPending || isLeaving}
        onPress={open}
      >
        {label}
      </Button>
    </>
  )
}

/** Busy until the page is left. Resets when the user comes back, or if the other page did not open. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!isLeaving) return
    const stay = () => setLeaving(false)
    const timer = setTimeout(stay, timeoutMs)
    window.addEventListener('pageshow', stay)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', stay)
    }
  }, [isLeaving])
  const leave = (url: string) => {
    setLeaving(true)
    window.location.assign(url)
  }
  return { isLeaving, leave }
}
