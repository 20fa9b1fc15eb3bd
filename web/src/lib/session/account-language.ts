import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'
import { type Language, languages } from '@tagalong/contract/values/language.ts'
import { call } from '#lib/calls/api.ts'
import { chosenLanguage, forgetChosenLanguage, showLanguage } from '#lib/language.ts'
import { refreshSession } from './session.tsx'

/** Saves the language in the account, for all its devices and for mails and pushes. */
export async function saveLanguage(language: Language): Promise<void> {
  // Imported here, since its schema would otherwise be in every first load.
  const { setLanguage } = await import('@tagalong/contract/features/auth/auth.contract.ts')
  await call(setLanguage, { body: { language } })
  forgetChosenLanguage()
  await refreshSession()
  showLanguage(language)
}

let isSaving = false

/** Saves a language chosen before signing in to the account; otherwise shows the account's language. */
export async function followAccount({ language }: SessionUser): Promise<void> {
  // A user kept for offline by an older version has no language.
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
    // The chosen language is shown anyway, and saved when the user is next loaded.
  } finally {
    isSaving = false
  }
}
