import { createHmac, timingSafeEqual } from 'node:crypto'

/** The user's id, and its HMAC in base64url. */
const form = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/

/** Returns the token that ends a user's mails without a sign-in. It is the same in all mails, and never expires. */
export function unsubscribeTokenOf(key: Buffer, userId: string): string {
  return `${userId}.${signatureOf(key, userId).toString('base64url')}`
}

/** Returns the token's user; undefined if it isn't one of ours. */
export function readUnsubscribeToken(key: Buffer, token: string): string | undefined {
  const [, userId, signature] = form.exec(token) ?? []
  if (!userId || !signature) return undefined
  const right = signatureOf(key, userId)
  const given = Buffer.from(signature, 'base64url')
  // Refuses tokens that differ only in bits that base64url ignores.
  const isWhole = given.toString('base64url') === signature
  return isWhole && timingSafeEqual(given, right) ? userId : undefined
}

function signatureOf(key: Buffer, userId: string): Buffer {
  return createHmac('sha256', key).update(userId).digest()
}
