import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import CopyIcon from '#ui/icons/copy.svg?react'
import DownIcon from '#ui/icons/down.svg?react'
import '../crash-reports.css'

interface Failure {
  error: unknown
  componentStack: string
}

/** For administrators: the error with its stack. */
export function CrashDetails({ error, componentStack }: Failure) {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: String(error), stack: '' }
  const all = [stack, componentStack].filter(Boolean).join('\n') || `${name}: ${message}`
  return (
    <>
      <section className="card stack crash__details">
        <div>
          <h2>Error</h2>
          <p className="crash__name">{name}</p>
        </div>
        <div>
          <h2>Message</h2>
          <p className="crash__message">{message}</p>
        </div>
        <Stack text={all} />
      </section>
      <a className="btn btn--action btn--l crash__again" href="/">
        Return to Home
      </a>
    </>
  )
}

function Stack({ text }: { text: string }) {
  const trace = useRef<HTMLElement>(null)
  const [label, setLabel] = useState('Copy')

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setLabel('Copied')
    } catch {
      // The clipboard isn't available over plain HTTP. Selected text can still be copied by hand.
      if (trace.current) window.getSelection()?.selectAllChildren(trace.current)
      setLabel('Selected')
    }
  }

  return (
    <details open>
      <summary className="row">
        <b className="display grow">Stack</b>
        <DownIcon className="icon chev" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard too */}
      <section className="crash__stack" ref={trace} tabIndex={0} aria-label="Stack">
        {text}
      </section>
      <Button size="small" aria-live="polite" onPress={() => void copy()}>
        <CopyIcon className="icon icon--s" />
        {label}
      </Button>
    </details>
  )
}
