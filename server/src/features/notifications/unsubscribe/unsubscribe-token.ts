import { createHmac, timingSafeEqual } from 'node:crypto'

/** The user's id, and its HMAC in base64url. */
const form = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/

/** Ends a user's mails without a sign-in. It is the same in all of them, and doesn't end. */
export function unsubscribeTokenOf(key: Buffer, userId: string): string {
  return `${userId}.${signatureOf(key, userId).toString('base64url')}`
}

/** Whose it is; undefined where it isn't one of ours. */
export function readUnsubscribeToken(key: Buffer, token: string): string | undefined {
  const [, userId, signature] = form.exec(token) ?? []
  if (!userId || !signature) return undefined
  const right = signatureOf(key, userId)
  const given = Buffer.from(signature, 'base64url')
  // One that differs in bits that base64url doesn't use isn't the one that was mailed.
  const isWhole = given.toString('base64url') === signature
  return isWhole && timingSafeEqual(given, right) ? userId : undefined
}

function signatureOf(key: Buffer, userId: string): Buffer {
  return createHmac('sha256', key).update(userId).digest()
}
