import type { FastifyRequest } from 'fastify'

/** One header of a request; null where it is missing or empty. */
export function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
