import type { Afternoon } from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { showToast } from '#ui/toast.tsx'
import { useSaveAfternoon } from '../afternoon.queries.ts'
import { AfternoonFields, useAfternoonEdits } from './afternoon-fields.tsx'

interface AfternoonFormProps {
  saved: Afternoon
  onDone: () => void
  /** If set, 'Not now' is saved as an answer. Closing the sheet never is. */
  isQuestion?: boolean
}

/** What others see for the afternoon. The sheet and the question show the same form. */
export function AfternoonForm({ saved, onDone, isQuestion = false }: AfternoonFormProps) {
  const edits = useAfternoonEdits(saved)
  const save = useSaveAfternoon()
  const oneAtATime = useOneAtATime()
  const send = (body: Parameters<typeof save.mutateAsync>[0]) =>
    oneAtATime(async () => {
      await save.mutateAsync(body)
      if (Object.keys(body).length > 0) showToast(m.afternoon_saved())
      onDone()
    })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(edits.body)
      }}
    >
      <AfternoonFields saved={saved} edits={edits} onAnswer={save.reset} />
      {save.error && !saved.notes.some(edits.isTwice) && <Prompt>{failureText(save.error)}</Prompt>}
      <div className="row afternoon__answers">
        <Button onPress={() => (isQuestion ? send({}) : onDone())}>
          {isQuestion ? m.common_not_now() : m.common_cancel()}
        </Button>
        <Button type="submit" variant={isQuestion ? 'primary' : 'action'} isPending={save.isPending}>
          {m.common_save()}
        </Button>
      </div>
    </form>
  )
}
