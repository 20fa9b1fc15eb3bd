import { cookieName } from '@tagalong/contract/http/cookie-name.ts'
import {
  currentLanguage,
  type Language,
  languages,
  readLanguageFrom,
} from '@tagalong/contract/values/language.ts'
import { useLayoutEffect, useSyncExternalStore } from 'react'

/**
 * Name of the cookie with the language chosen on this device or set by the account. The server reads it to send the
 * right page.
 */
const cookie = () => cookieName('language', isSecure())
const cookieSeconds = 365 * 86_400
/** Key in this tab's storage for a language chosen before signing in, to be saved in the account. */
const chosenKey = 'language-chosen'

const watchers = new Set<() => void>()

/** The page's language, unless a part of the app has a fixed one. */
let shown: Language = 'en'
let fixed: Language | null = null

/**
 * Call it before anything is shown. The page's `lang` is the default; a page kept for offline may be older than the
 * cookie.
 *
 * @param ofScreen the fixed language of the first screen, if it has one
 */
export function startLanguage(ofScreen: Language | null): void {
  readLanguageFrom(() => fixed ?? shown)
  const ofPage = languages.find((each) => each === document.documentElement.lang)
  shown = cookieValue() ?? ofPage ?? 'en'
  fixed = ofScreen
  document.documentElement.lang = currentLanguage()
}

function cookieValue(): Language | undefined {
  return languages.find((each) => document.cookie.split('; ').includes(`${cookie()}=${each}`))
}

function isSecure(): boolean {
  return window.location.protocol === 'https:'
}

/** Shows the language from now on, and stores it for further pages. */
export function showLanguage(language: Language): void {
  const secure = isSecure() ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser of ours has the cookie store
  document.cookie = `${cookie()}=${language}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure}`
  shown = language
  apply()
}

/** Fixes the language while the component is mounted, since administrators' screens are in English. */
export function useFixedLanguage(language: Language): void {
  useLayoutEffect(() => {
    fixed = language
    apply()
    return () => {
      fixed = null
      apply()
    }
  }, [language])
}

function apply(): void {
  if (document.documentElement.lang === currentLanguage()) return
  document.documentElement.lang = currentLanguage()
  for (const watcher of watchers) watcher()
}

/** Chooses a language before signing in. It is saved in the account afterwards. */
export function chooseLanguage(language: Language): void {
  try {
    sessionStorage.setItem(chosenKey, language)
  } catch {
    // If storage is full or forbidden, the account's own language counts later.
  }
  showLanguage(language)
}

/** Returns the language chosen before signing in, until it is saved in the account; null if none was. */
export function chosenLanguage(): Language | null {
  try {
    return languages.find((each) => each === sessionStorage.getItem(chosenKey)) ?? null
  } catch {
    return null
  }
}

export function forgetChosenLanguage(): void {
  try {
    sessionStorage.removeItem(chosenKey)
  } catch {
    // If storage is forbidden, nothing was kept.
  }
}

/** Returns the current language and rerenders the component when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(watchLanguage, currentLanguage, currentLanguage)
}

/** Makes React Aria's own texts for screen readers match the page's language instead of the browser's. */
export function ariaLocale(): string {
  return `${currentLanguage()}-US`
}

/** Returns a function that stops watching. */
export function watchLanguage(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
