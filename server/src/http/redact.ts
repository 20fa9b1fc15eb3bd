const hidden = '[hidden]'

// E.164 numbers; our tokens, 22 or 43 characters of base64url and more; addresses; what follows a telling name.
const secrets = [
  /(?:\+|%2B)\d{7,15}\b/gi,
  /\b(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{43,}\b/g,
  /[^\s@<>"'()]+@[^\s@<>"'()]+\.[^\s@<>"'().]+/g,
  /(?<=\b(?:password|token|ticket|invite|secret|authorization)["']?\s*[:=]\s*["']?(?:Bearer\s+)?)[^\s"',&;]+/gi,
]

/** The text without phone numbers, tokens, passwords and mail addresses. */
export function redact(text: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text)
}
