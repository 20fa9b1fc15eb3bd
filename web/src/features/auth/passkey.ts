import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import {
  addPasskey,
  getPasskeyChallenge,
  loginByPasskey,
  startPasskey,
} from '@tagalong/contract/features/auth/passkeys.contract.ts'
import type { Assertion, Attestation } from '@tagalong/contract/features/auth/webauthn.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { call, callOpenly } from '#lib/calls/api.ts'
import { inWords } from './refusal.ts'

export type SignedIn = DataOf<typeof loginByPasskey>

/** A challenge is over after five minutes; who waits in front of the form gets the next one before. Milliseconds. */
const offeredFor = 4 * 60_000

// Its code is for whoever uses a passkey, and nobody else.
const load = () => import('@simplewebauthn/browser')

/** The answer to a challenge; null where somebody thought better of it. */
export async function answerByPasskey(): Promise<Assertion | null> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    load(),
    callOpenly(getPasskeyChallenge, { body: {} }),
  ])
  return (await unlessCancelled(() => startAuthentication({ optionsJSON }))) as Assertion | null
}

/** Signs in by one that the browser lets choose; null where nobody did. */
export async function signInByPasskey(): Promise<SignedIn | null> {
  const response = await answerByPasskey()
  return response && send(response)
}

function send(response: Assertion): Promise<SignedIn> {
  return callOpenly(loginByPasskey, { body: { response } }).catch(inWords(m.prompt_auth_login_refused()))
}

/**
 * Lets the browser suggest passkeys in the address field, until the answer is called.
 *
 * @param onChosen with what is signing in by it
 */
export function suggestPasskeys(onChosen: (answer: Promise<SignedIn>) => void): () => void {
  let isOver = false
  const suggest = async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await load()
    if (!(await browserSupportsWebAuthnAutofill())) return
    const optionsJSON = await callOpenly(getPasskeyChallenge, { body: {} })
    if (isOver) return
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
    if (!isOver) onChosen(send(response as Assertion))
  }
  // Nobody has asked for it: without it there are the fields and the button.
  const trySuggest = () => void suggest().catch(() => undefined)
  trySuggest()
  const timer = setInterval(() => {
    if (!document.hidden) trySuggest()
  }, offeredFor)
  return () => {
    isOver = true
    clearInterval(timer)
    void load().then(
      ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
      () => undefined,
    )
  }
}

/** Makes one on this device; null where somebody thought better of it. */
export async function makePasskey(
  name: string,
  mailCode: string | undefined,
): Promise<DataOf<typeof addPasskey> | null> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([load(), call(startPasskey, { body: {} })])
  const response = (await unlessCancelled(() =>
    startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON }),
  )) as Attestation | null
  return response && call(addPasskey, { body: { response, name, ...(mailCode && { mailCode }) } })
}

/** Browsers don't tell a press on Cancel from a time that ran out. */
const cancelled = ['NotAllowedError', 'AbortError']

async function unlessCancelled<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    const { name } = error as Error
    if (cancelled.includes(name)) return null
    // Words to be shown as they are.
    throw name === 'InvalidStateError' ? m.auth_passkey_there() : m.auth_passkey_failed()
  }
}
