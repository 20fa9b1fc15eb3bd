import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits as 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns what is stored of a token. Tokens are random, so a plain hash is enough. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Derives the pair that follows a refresh token. It depends only on the key and the token, so that two tabs refreshing
 * at once get the same pair from any process.
 */
export function successorOf(
  refreshToken: string,
  key: Buffer,
): { accessToken: string; refreshToken: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', key).update(`${purpose}:${refreshToken}`).digest('base64url')
  return { accessToken: derive('access'), refreshToken: derive('refresh') }
}
