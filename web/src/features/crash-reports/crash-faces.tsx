import { maxDescriptionLength } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type SubmitEvent, useState } from 'react'
import { submitCrashReport } from '#lib/crash-report.ts'
import { Button } from '#ui/button.tsx'
import { Prompt, TextArea } from '#ui/fields/field.tsx'
import ShieldIcon from '#ui/icons/shield.svg?react'
import { CrashDetails } from './admin/crash-details.tsx'
import './crash-reports.css'

interface Failure {
  error: unknown
  componentStack: string
}

// A plain link instead of the router's: the router itself may have failed, and a fresh page helps.
const home = '/'

/** The content of the crash screen for signed-in users. */
export function CrashFace({ isAdmin, ...failure }: Failure & { isAdmin: boolean }) {
  return isAdmin ? <CrashDetails {...failure} /> : <CrashForm {...failure} />
}

/** For caregivers: asks for a description, which helps to find the error. */
function CrashForm({ error, componentStack }: Failure) {
  const [words, setWords] = useState('')
  const [progress, setProgress] = useState<'idle' | 'sending' | 'failed' | 'sent'>('idle')

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (progress === 'sending') return
    setProgress('sending')
    try {
      await submitCrashReport(placeOf(componentStack), error, words.trim())
      setProgress('sent')
    } catch {
      setProgress('failed')
    }
  }

  if (progress === 'sent') {
    return (
      <>
        <p className="crash__thanks" role="status" ref={(text) => text?.focus()} tabIndex={-1}>
          {m.crash_thanks()}
        </p>
        <a className="btn btn--action btn--l crash__again" href={home}>
          {m.crash_home()}
        </a>
      </>
    )
  }
  return (
    <>
      <p>{m.crash_intro()}</p>
      <form className="card stack" noValidate onSubmit={submit}>
        <TextArea
          label={m.crash_what()}
          name="userDescription"
          rows={5}
          maxLength={maxDescriptionLength}
          placeholder={m.crash_describe()}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className="hint row crash__hint">
          <ShieldIcon className="icon icon--s" />
          <span>{m.crash_hint()}</span>
        </p>
        {progress === 'failed' && <Prompt>{m.crash_failed()}</Prompt>}
        <Button variant="action" size="large" wide type="submit" isPending={progress === 'sending'}>
          {m.crash_submit()}
        </Button>
      </form>
      <p>
        <a className="roomy" href={home}>
          {m.crash_home()}
        </a>
      </p>
    </>
  )
}

/** Returns the failed component, if the minified app still has its name, and the page on which it failed. */
function placeOf(componentStack: string): string {
  const [, component] = /^\s*(?:at )?([\w$.]+)/.exec(componentStack) ?? []
  return [component, window.location.pathname].filter(Boolean).join(' on ')
}
