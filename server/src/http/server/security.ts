import type { FastifyInstance, FastifyReply } from 'fastify'

/** Scripts other than workers, styles and fonts. */
const partOfPage = /^\/assets\/(?!.*worker)[^?]+\.(?:js|css|woff2)$/
/**
 * Headers that govern documents or workers, or ask whether a file has changed that never does. Sent with each of a
 * page's thirty scripts, they weighed as much as another script.
 */
const ofDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'etag',
  'last-modified',
]

/**
 * Makes browsers refuse everything but our own files and, if there is one, the file store's. HSTS is sent only if we
 * are reached over TLS.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, fileOrigin }: { publicUrl: string; fileOrigin: string | null },
): Promise<void> {
  const headers = headersFor(publicUrl, fileOrigin)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', async (request, reply) => {
    if (partOfPage.test(request.url)) {
      for (const name of ofDocuments) reply.removeHeader(name)
      return
    }
    // Answers of the API are for this one reader, now, so not for caches.
    if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control')) {
      reply.header('Cache-Control', 'no-store')
    }
    reply.header('X-Request-Id', request.id)
  })
}

/** Returns the headers of all replies, made once (docs/decisions/0070-little-is-made-for-each-request.md). */
function headersFor(publicUrl: string, fileOrigin: string | null): Record<string, string> {
  const files = fileOrigin ? ` ${fileOrigin}` : ''
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${files}`,
    `connect-src 'self'${files}`,
    "font-src 'self'",
    // A PDF that the page has fetched, for the browser's own viewer.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filter of old browsers could be turned against a page.
    'x-xss-protection': '0',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** Allows what is inline in this one page, by its hash, besides our own files. */
export function allowInline(
  reply: FastifyReply,
  { styles, scripts }: { styles: readonly string[]; scripts: readonly string[] },
): void {
  const policy = reply.getHeader('content-security-policy')
  if (policy === undefined) return
  const allowed = String(policy)
    .replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' '))
    .replace("style-src 'self'", ["style-src 'self'", ...styles].join(' '))
  reply.header('content-security-policy', allowed)
}
