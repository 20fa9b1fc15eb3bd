import { timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { TwilioAccount } from '#env.ts'
import type { PhoneProof } from './phone-proof.ts'

/** Milliseconds; a user waits for it. */
const timeoutMs = 10_000

const verification = z.object({ status: z.string() })
const failure = z.object({ code: z.number() })
/** Twilio's code for what it doesn't find: a verification that is over, or a service that doesn't exist. */
const notThere = 20_404

interface Answer {
  status: number
  body: unknown
}

/**
 * Proves numbers by two calls of Twilio Verify. Twilio keeps its own codes, and decides which numbers and countries it
 * serves.
 */
export function twilioPhoneProof(
  { accountSid, authToken, verifySid, apiBase }: TwilioAccount,
  log: FastifyBaseLogger,
): PhoneProof {
  const service = `${apiBase ?? 'https://verify.twilio.com'}/v2/Services/${verifySid}`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  async function post(path: string, form: Record<string, string>): Promise<Answer> {
    const reply = await fetch(`${service}/${path}`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(form),
      // The target of a redirect would get the account's token and the number.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: reply.status, body: await reply.json().catch(() => null) }
  }

  return {
    async start({ phoneNumber, language }) {
      const answer = await post('Verifications', { To: phoneNumber, Channel: 'sms', Locale: language })
      if (answer.status === 201) return { codeHash: null }
      if (![400, 403, 429].includes(answer.status)) throw unexpected(answer)
      log.warn({ status: answer.status, code: codeOf(answer) }, 'Twilio refused to send a code')
      // 'refused': a landline, a country that isn't served, or a number that Twilio suspects of fraud (403).
      return answer.status === 429 ? 'too-many' : 'refused'
    },
    async check({ phoneNumber, hashOf }, code, codeHash) {
      // Twilio approved this code before and has forgotten it; what should have followed on our side failed.
      if (codeHash && timingSafeEqual(hashOf(code), codeHash)) return 'right'
      const answer = await post('VerificationCheck', { To: phoneNumber, Code: code })
      if (answer.status === 200) {
        return verification.parse(answer.body).status === 'approved' ? 'right' : 'wrong'
      }
      // The code is over, used, or was tried too often there.
      if (answer.status === 429 || codeOf(answer) === notThere) return 'over'
      throw unexpected(answer)
    },
  }
}

function codeOf({ body }: Answer): number | null {
  const read = failure.safeParse(body)
  return read.success ? read.data.code : null
}

/** Without Twilio's own words, which may hold the number. */
function unexpected(answer: Answer): Error {
  return new Error(`Twilio answered ${answer.status}, code ${codeOf(answer) ?? 'none'}`)
}
