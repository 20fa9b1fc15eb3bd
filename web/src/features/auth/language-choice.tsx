import { languageNames, languages } from '@tagalong/contract/values/language.ts'
import { chooseLanguage, useLanguage } from '#lib/language.ts'
import './auth.css'

/** For visitors who are signed out. Each language is named in itself. */
export function LanguageChoice() {
  const current = useLanguage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons are no part of the form above
    <p className="languages" role="group" aria-label="Language · Idioma">
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === current}
          onClick={() => chooseLanguage(each)}
        >
          {languageNames[each]}
        </button>
      ))}
    </p>
  )
}
