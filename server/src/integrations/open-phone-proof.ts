import { join } from 'node:path'
import { Counter, type Registry } from '@prometheus-io/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '#env.ts'
import { outboxPhoneProof } from './outbox-phone-proof.ts'
import type { PhoneProof } from './phone-proof.ts'
import { twilioPhoneProof } from './twilio-phone-proof.ts'

const outcomes = ['sent', 'refused', 'too-many', 'failed', 'right', 'wrong', 'over']

/** Opens the service that the environment names; null if it names none. */
export function openPhoneProof(
  { phoneProvider, dataDir, brandName }: Env,
  log: FastifyBaseLogger,
  metrics: Registry,
): PhoneProof | null {
  if (!phoneProvider) return null
  const proof =
    phoneProvider.kind === 'twilio'
      ? twilioPhoneProof(phoneProvider, log)
      : outboxPhoneProof(join(dataDir, 'outbox'), brandName, log)
  return counted(proof, metrics)
}

function counted(proof: PhoneProof, metrics: Registry): PhoneProof {
  const codes = new Counter({
    name: 'phone_codes_total',
    help: 'codes that were sent to phones, and that were entered, by what came of it',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  // Starts at 0: Prometheus sees no increase in a counter whose first value is 1.
  for (const outcome of outcomes) codes.inc({ outcome }, 0)
  const count = async <T>(asked: Promise<T>, outcomeOf: (answer: T) => string): Promise<T> => {
    try {
      const answer = await asked
      codes.inc({ outcome: outcomeOf(answer) })
      return answer
    } catch (error) {
      codes.inc({ outcome: 'failed' })
      throw error
    }
  }
  return {
    start: (to) => count(proof.start(to), (answer) => (typeof answer === 'string' ? answer : 'sent')),
    check: (from, code, codeHash) => count(proof.check(from, code, codeHash), (answer) => answer),
  }
}
