import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, readLanguageFrom } from '@tagalong/contract/values/language.ts'

const store = new AsyncLocalStorage<Language>()
readLanguageFrom(() => store.getStore() ?? 'en')

/** All texts that are put into words while it runs are in that language: a request's, or a receiver's. */
export function inLanguage<T>(language: Language, run: () => T): T {
  return store.run(language, run)
}
