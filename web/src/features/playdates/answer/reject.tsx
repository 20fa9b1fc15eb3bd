import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { rejectingPhrases, textOfPhrase } from '@tagalong/contract/values/phrase.ts'
import { useState } from 'react'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { playdateTitle } from '../playdate-words.ts'
import { useRejectPlaydate } from '../playdates.queries.ts'
import './answer.css'

/** Rejects a request after a confirmation, with a phrase if one is picked. */
export function Reject({ playdate }: { playdate: Playdate }) {
  const navigate = useNavigateFromHere()
  const reject = useRejectPlaydate()
  const [isAsking, setAsking] = useState(false)
  const [phrase, setPhrase] = useState<(typeof rejectingPhrases)[number]>()
  const close = () => {
    setAsking(false)
    setPhrase(undefined)
    reject.reset()
  }
  const oneAtATime = useOneAtATime()
  const confirm = () =>
    oneAtATime(async () => {
      await reject.mutateAsync({ id: playdate._id, version: playdate.version, ...(phrase && { phrase }) })
      showToast(m.plan_rejected())
      void navigate('/')
    })
  return (
    <>
      <Button variant="danger" onPress={() => setAsking(true)}>
        {m.plan_reject()}
      </Button>
      <ConfirmDialog
        title={m.plan_reject_question()}
        text={
          playdate.replaces ? m.plan_old_time_stays() : m.plan_reject_told({ names: playdateTitle(playdate) })
        }
        confirmLabel={m.plan_reject()}
        isOpen={isAsking}
        isPending={reject.isPending}
        problem={reject.error?.message}
        onConfirm={confirm}
        onCancel={close}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs into a form */}
        <div className="chips reject__phrases" role="group" aria-label={m.common_phrases()}>
          {rejectingPhrases.map((each) => (
            <button
              key={each}
              className="chip"
              type="button"
              aria-pressed={each === phrase}
              onClick={() => setPhrase(each === phrase ? undefined : each)}
            >
              {each === phrase && <Icon name="check" small />}
              {textOfPhrase(each)}
            </button>
          ))}
        </div>
      </ConfirmDialog>
    </>
  )
}
