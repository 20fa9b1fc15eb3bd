import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'
import { type Language, languages } from '@tagalong/contract/values/language.ts'
import { call } from '#lib/calls/api.ts'
import { chosenLanguage, forgetChosenLanguage, showLanguage } from '#lib/language.ts'
import { refreshSession } from './session.tsx'

/** Keeps it with the account, for each of its devices and for what is sent to it. */
export async function saveLanguage(language: Language): Promise<void> {
  // Not at the top: with its schema it would be part of every first load.
  const { setLanguage } = await import('@tagalong/contract/features/auth/auth.contract.ts')
  await call(setLanguage, { body: { language } })
  forgetChosenLanguage()
  await refreshSession()
  showLanguage(language)
}

let isSaving = false

/** What was chosen before getting in goes into the account; else the account's language is shown here. */
export async function followAccount({ language }: SessionUser): Promise<void> {
  // What was kept for offline by the version before has none.
  if (isSaving || !languages.includes(language)) return
  const chosen = chosenLanguage()
  if (chosen === null || chosen === language) {
    forgetChosenLanguage()
    return showLanguage(language)
  }
  isSaving = true
  try {
    await saveLanguage(chosen)
  } catch {
    // It is shown all the same, and saved when the user is read the next time.
  } finally {
    isSaving = false
  }
}
