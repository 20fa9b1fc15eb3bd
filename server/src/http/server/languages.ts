import accepts from '@fastify/accepts'
import { cookieName } from '@tagalong/contract/http/cookie-name.ts'
import { type Language, languages } from '@tagalong/contract/values/language.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inLanguage } from '#language.ts'

/** Answers each call in the language that it asks for, or in English if it asks for none of ours. */
export async function answerInLanguage(app: FastifyInstance): Promise<void> {
  await app.register(accepts)
  app.addHook('onRequest', (request, _reply, done) => inLanguage(acceptedLanguage(request), done))
}

/** Returns the language chosen in this browser, else the one that the browser asks for. */
export function languageOfPage(request: FastifyRequest): Language {
  const { cookies } = request
  const chosen = cookies[cookieName('language', true)] ?? cookies.language
  return languages.find((each) => each === chosen) ?? acceptedLanguage(request)
}

/** Tells caches which headers `languageOfPage` reads. */
export const variesByLanguage = 'Accept-Language, Cookie'

/** Returns the best match of Accept-Language; English, the first of ours, if it is missing or matches none. */
function acceptedLanguage(request: FastifyRequest): Language {
  return (request.language([...languages]) || 'en') as Language
}
