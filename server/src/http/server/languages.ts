import accepts from '@fastify/accepts'
import { cookieName } from '@tagalong/contract/http/cookie-name.ts'
import { type Language, languages } from '@tagalong/contract/values/language.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inLanguage } from '#language.ts'

/** Texts of an answer are in the language that the call asks for, and in English where it asks for none of ours. */
export async function answerInLanguage(app: FastifyInstance): Promise<void> {
  await app.register(accepts)
  app.addHook('onRequest', (request, _reply, done) => inLanguage(acceptedLanguage(request), done))
}

/** What was chosen in this browser, else what the browser asks for. */
export function languageOfPage(request: FastifyRequest): Language {
  const { cookies } = request
  const chosen = cookies[cookieName('language', true)] ?? cookies.language
  return languages.find((each) => each === chosen) ?? acceptedLanguage(request)
}

/** For caches: what `languageOfPage` looks at. */
export const variesByLanguage = 'Accept-Language, Cookie'

/** The first one stands for all that is not ours. */
function acceptedLanguage(request: FastifyRequest): Language {
  return (request.language([...languages]) || 'en') as Language
}
