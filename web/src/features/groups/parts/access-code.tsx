import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { Icon } from '#ui/icon.tsx'

/** Hidden until requested, so that nobody can read it over a shoulder. */
export function AccessCode({ code }: { code: string }) {
  const id = useId()
  const [first] = useState(code)
  // A new code is hidden again.
  const [shown, setShown] = useState<string | null>(null)
  const isShown = shown === code
  return (
    <div className="field">
      <span className="legend" id={id}>
        {m.groups_access_code()}
      </span>
      <div className="code">
        <output aria-labelledby={id}>
          {isShown ? (
            <span className="code__open">{code}</span>
          ) : (
            <>
              <span aria-hidden="true">••••••••</span>
              <span className="sr">{m.groups_code_hidden()}</span>
            </>
          )}
        </output>
        <button
          className="iconbtn"
          type="button"
          aria-label={isShown ? m.groups_code_hide() : m.groups_code_show()}
          onClick={() => setShown(isShown ? null : code)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      <div role="status">{code !== first && <p className="hint">{m.groups_code_new()}</p>}</div>
    </div>
  )
}
