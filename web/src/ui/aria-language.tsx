import { currentLanguage } from '@tagalong/contract/values/language.ts'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** What React Aria itself says to screen readers, in the page's language instead of the browser's. */
export function AriaLanguage({ children }: { children: ReactNode }) {
  return <I18nProvider locale={`${currentLanguage()}-US`}>{children}</I18nProvider>
}
