import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, readLanguageFrom } from '@tagalong/contract/values/language.ts'

const store = new AsyncLocalStorage<Language>()
readLanguageFrom(() => store.getStore() ?? 'en')

/** Calls `run` with all texts in that language: the request's or the recipient's. */
export function inLanguage<T>(language: Language, run: () => T): T {
  return store.run(language, run)
}
