import { cookieName } from '@tagalong/contract/http/cookie-name.ts'
import {
  currentLanguage,
  type Language,
  languages,
  readLanguageFrom,
} from '@tagalong/contract/values/language.ts'
import { useLayoutEffect, useSyncExternalStore } from 'react'

/** What somebody chose on this device, or their account brought. The server reads it, to send the page that fits. */
const cookie = () => cookieName('language', isSecure())
const cookieSeconds = 365 * 86_400
/** In this tab's storage: chosen by whoever is about to get in, for their account. */
const chosenKey = 'language-chosen'

const watchers = new Set<() => void>()

/** What the page is in, unless a part of the app has one of its own. */
let shown: Language = 'en'
let fixed: Language | null = null

/**
 * Call it before anything is shown. The page says its language; one that was kept for offline may be of before a choice.
 *
 * @param ofScreen of a first screen that has one of its own
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

/** From now on the page is in it, and so are the next ones. */
export function showLanguage(language: Language): void {
  const secure = isSecure() ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser of ours has the cookie store
  document.cookie = `${cookie()}=${language}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure}`
  shown = language
  apply()
}

/** While the component is there, whatever was chosen: administrators' screens are in English. */
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

/** Somebody who isn't in chose it: it goes into the account that they get into. */
export function chooseLanguage(language: Language): void {
  try {
    sessionStorage.setItem(chosenKey, language)
  } catch {
    // A full or forbidden storage: the account's own language counts then.
  }
  showLanguage(language)
}

/** What was chosen before getting in, until it is in the account; null where nothing was. */
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
    // What can't be kept needs no forgetting.
  }
}

/** The language of now; whoever uses it is rendered anew when that changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(watchLanguage, currentLanguage, currentLanguage)
}

/** For React Aria: what it says to screen readers by itself is in the page's language, not in the browser's. */
export function ariaLocale(): string {
  return `${currentLanguage()}-US`
}

/** Answers what ends the watching. */
export function watchLanguage(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
