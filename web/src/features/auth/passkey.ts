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

/** Milliseconds. A challenge expires after five minutes; a form that is still open gets a new one before that. */
const offeredFor = 4 * 60_000

// Loaded only for users of passkeys.
const load = () => import('@simplewebauthn/browser')

/** Returns the answer to a challenge; null if the user cancelled. */
export async function answerByPasskey(): Promise<Assertion | null> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    load(),
    callOpenly(getPasskeyChallenge, { body: {} }),
  ])
  return (await unlessCancelled(() => startAuthentication({ optionsJSON }))) as Assertion | null
}

/** Signs in by a passkey that the user chooses in the browser's dialog; null if the user cancelled. */
export async function signInByPasskey(): Promise<SignedIn | null> {
  const response = await answerByPasskey()
  return response && send(response)
}

function send(response: Assertion): Promise<SignedIn> {
  return callOpenly(loginByPasskey, { body: { response } }).catch(inWords(m.prompt_auth_login_refused()))
}

/**
 * Lets the browser suggest passkeys in the address field, until the returned function is called.
 *
 * @param onChosen receives the pending sign-in once the user has chosen a passkey
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
  // The user didn't ask for it. If it fails, the fields and the button remain.
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

/** Makes a passkey on this device; null if the user cancelled. */
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

/** Browsers don't distinguish a press on Cancel from a timeout. */
const cancelled = ['NotAllowedError', 'AbortError']

async function unlessCancelled<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    const { name } = error as Error
    if (cancelled.includes(name)) return null
    // A thrown string is shown as it is.
    throw name === 'InvalidStateError' ? m.auth_passkey_there() : m.auth_passkey_failed()
  }
}
