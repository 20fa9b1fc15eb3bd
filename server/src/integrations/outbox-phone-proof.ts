import { randomInt, timingSafeEqual } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeLength } from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { FastifyBaseLogger } from 'fastify'
import { makeFolder } from '#data-folder.ts'
import type { PhoneProof } from './phone-proof.ts'

/** Writes each code to a file that a person can read. */
export function outboxPhoneProof(folder: string, brand: string, log: FastifyBaseLogger): PhoneProof {
  let written = 0
  return {
    async start({ phoneNumber, language, hashOf }) {
      written += 1
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
      makeFolder(folder)
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${written}-phone.txt`
      const path = join(folder, name)
      const text = m.mail_phone_code({ code, brand }, { locale: language })
      await writeFile(path, `To: ${phoneNumber}\n\n${text}\n`, { mode: 0o600 })
      log.info(`Nobody sends text messages here, so a code was written to ${path}`)
      return { codeHash: hashOf(code) }
    },
    async check({ hashOf }, code, codeHash) {
      return codeHash && timingSafeEqual(hashOf(code), codeHash) ? 'right' : 'wrong'
    },
  }
}
