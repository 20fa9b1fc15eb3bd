const hidden = '[hidden]'

// Mail addresses; phone numbers as people and as E.164 write them; our tokens; what follows the name of a secret. Each
// pattern matches a run of characters only from its start: tried from every character, a long text would take seconds.
const secrets = [
  /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:.]+/g,
  /(?<![\w.:-])\+?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?![\w:])/g,
  /(?:\+|%2B)\d{7,15}\b/gi,
  /(?<![\w-])(?:[\w-]{43}(?![\w-])|(?=[\w-]*\d)[\w-]{43,})/g,
  /(?<=\/(?:join|guardian-invite)\/)[\w-]{22}(?![\w-])/g,
  /(?=[^\s"',&;])(?<=(?:password|token|ticket|invite|secret|authorization)["']?\s*[:=]\s*["']?(?:Bearer\s+)?)[^\s"',&;]+/gi,
]

/** Hides tokens, passwords, mail addresses and phone numbers. */
export function redact(text: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text)
}
