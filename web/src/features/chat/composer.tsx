import { maxMessageLength } from '@tagalong/contract/features/chat/chat.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type Phrase, phrases, textOfPhrase } from '@tagalong/contract/values/phrase.ts'
import { withoutTurning } from '@tagalong/contract/values/text.ts'
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { useDraft } from '#lib/drafts/draft.ts'
import { Icon } from '#ui/icon.tsx'
import { textDraftOf, type WhichRoom } from './room.ts'

export interface ComposerHandle {
  /** Puts the text before what is being typed. */
  putBack(text: string): void
}

/** The field for a message, below the phrases. */
export function Composer({
  which,
  isSending,
  onPhrases,
  onSend,
  ref,
}: {
  which: WhichRoom
  isSending: boolean
  /** Called when phrases have appeared, which leave less room for the messages. Must not change. */
  onPhrases: () => void
  onSend: (text: string) => void
  ref: Ref<ComposerHandle>
}) {
  const [text, setText] = useDraft(textDraftOf(which), '')
  const input = useRef<HTMLInputElement>(null)
  const ready = withoutTurning(text).trim()
  const hasText = ready !== ''
  const send = () => {
    onSend(ready)
    setText('')
  }
  useImperativeHandle(ref, () => ({
    putBack: (taken) => {
      setText((before) => (before === '' ? taken : `${taken} ${before}`))
      input.current?.focus()
    },
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasText) send()
    // The send button is disabled until there is text again.
    input.current?.focus()
  }
  // Enter doesn't submit a form whose button is disabled. The message is queued after the one being sent.
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && isSending && hasText && !nativeEvent.isComposing) send()
  }
  return (
    <>
      {text === '' && (
        <Phrases
          onShow={onPhrases}
          onPick={(phrase) => {
            setText(textOfPhrase(phrase))
            input.current?.focus()
          }}
        />
      )}
      <form onSubmit={submit}>
        <input
          ref={input}
          className="input"
          dir="auto"
          aria-label={m.chat_your_message()}
          placeholder={m.chat_write()}
          autoComplete="off"
          enterKeyHint="send"
          maxLength={maxMessageLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button className="send" type="submit" disabled={!hasText || isSending} aria-label={m.chat_send()}>
          <Icon name="send" />
        </button>
      </form>
    </>
  )
}

/** Phrases to pick. A press only fills the field, so that nothing is sent by accident. */
function Phrases({ onShow, onPick }: { onShow: () => void; onPick: (phrase: Phrase) => void }) {
  // Before any scroll event: by then, the list would count as scrolled by the reader.
  useLayoutEffect(onShow, [onShow])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs into a form
    <div className="phrases" role="group" aria-label={m.common_phrases()}>
      {phrases.map((phrase) => (
        <button
          key={phrase}
          className="chip"
          type="button"
          onClick={() => onPick(phrase)}
          // Browsers don't scroll to a focused element that is partly visible.
          onFocus={({ currentTarget }) =>
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }
        >
          {textOfPhrase(phrase)}
        </button>
      ))}
    </div>
  )
}
