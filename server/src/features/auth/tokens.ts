import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits as 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. They are random, so that a plain hash is enough. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The pair that follows a refresh token. It depends on the key and the token alone, so that two tabs that refresh at
 * once, on whatever process, get the same pair.
 */
export function successorOf(
  refreshToken: string,
  key: Buffer,
): { accessToken: string; refreshToken: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', key).update(`${purpose}:${refreshToken}`).digest('base64url')
  return { accessToken: derive('access'), refreshToken: derive('refresh') }
}
