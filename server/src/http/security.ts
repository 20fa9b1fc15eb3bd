import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * What browsers are told to refuse: everything but our own files and, where there is one, the file store. HSTS only
 * where we are reached over TLS.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, fileOrigin }: { publicUrl: string; fileOrigin: string | null },
): Promise<void> {
  const files = fileOrigin ? [fileOrigin] : []
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...files],
        connectSrc: ["'self'", ...files],
        fontSrc: ["'self'"],
        // A PDF that the page has fetched, for the browser's own viewer.
        frameSrc: ['blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: publicUrl.startsWith('https:') && {
      maxAge: 31_536_000,
      includeSubDomains: true,
    },
  })
  // Answers of the API are for this one reader, now.
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control')) {
      reply.header('Cache-Control', 'no-store')
    }
    reply.header('X-Request-Id', request.id)
  })
}

/** What stands in this one page, by its hash, may be used there beside our own files. */
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
