import { m } from '@tagalong/contract/messages.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { googleCalendarOf, webcalOf } from '../google.ts'

/** A new calendar link, with ways to add it to an app. */
export function MadeLink({ url }: { url: string }) {
  const google = googleCalendarOf(url)
  const copy = async () => {
    if (await copyText(url)) showToast(m.calendar_copied())
  }
  return (
    <div className="stack">
      <div className="row calendar__link">
        <input
          className="grow"
          readOnly
          aria-label={m.calendar_link()}
          value={url}
          onFocus={({ target }) => target.select()}
        />
        <Button size="small" onPress={() => void copy()}>
          <Icon name="copy" small />
          {m.calendar_copy()}
        </Button>
      </div>
      <p className="row calendar__once">
        <Icon name="info" small />
        <b>{m.calendar_once()}</b>
      </p>
      <div className="calendar__ways">
        <a className="btn btn--primary" href={webcalOf(url)}>
          {m.calendar_apple()}
        </a>
        {google && (
          <a className="btn" href={google} target="_blank" rel="noreferrer">
            {m.calendar_google()}
          </a>
        )}
      </div>
    </div>
  )
}
