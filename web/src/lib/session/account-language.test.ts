import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'
import type { Language } from '@tagalong/contract/values/language.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

// How a choice is saved is proved in the journeys. These are cases that a real server can't produce.

const stored = () => {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  }
}
const [localStorage, sessionStorage] = [stored(), stored()]
const page = {
  cookie: '',
  documentElement: { lang: 'en' },
  querySelector: () => null,
  addEventListener: () => undefined,
  hidden: false,
}
const location = { pathname: '/', search: '', protocol: 'https:' }
vi.stubGlobal('window', { addEventListener: () => undefined, location })
vi.stubGlobal('document', page)
vi.stubGlobal('localStorage', localStorage)
vi.stubGlobal('sessionStorage', sessionStorage)

/** The saved bodies, and the status of the answer. */
const saved: unknown[] = []
let status = 200
vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
  const isSave = path.endsWith('/language')
  if (isSave) saved.push(JSON.parse(String(body)))
  const data = isSave ? { language: 'es' } : { isLoggedIn: true, user: of('es') }
  const text = JSON.stringify(isSave && status !== 200 ? { status } : { status: 200, data })
  return { status: isSave ? status : 200, statusText: '', headers: new Headers(), text: async () => text }
})

const { chooseLanguage, chosenLanguage, showLanguage, startLanguage } = await import('#lib/language.ts')
const { followAccount } = await import('./account-language.ts')
const { storeToken } = await import('./stored-token.ts')

const of = (language?: Language) => ({ _id: 'anna', language }) as SessionUser
const inPage = () => page.documentElement.lang

beforeEach(() => {
  saved.length = 0
  status = 200
  sessionStorage.values.clear()
  page.documentElement.lang = 'en'
  page.cookie = ''
  startLanguage(null)
  storeToken({ accessToken: 'a', refreshToken: 'b', tokenType: 'Bearer' }, { isNewSession: false })
})
// Other test files expect English.
afterAll(() => showLanguage('en'))

test('the account’s language is shown, and kept for the next page', { tags: ['TIME-85'] }, async () => {
  await followAccount(of('es'))
  expect(inPage()).toBe('es')
  expect(page.cookie).toMatch(/^__Host-language=es; Path=\/; .*; Secure$/)
  expect(saved).toEqual([])
})

test('a user without a language, stored offline by the previous version, changes nothing', {
  tags: ['TIME-85'],
}, async () => {
  await followAccount(of())
  expect([inPage(), page.cookie]).toEqual(['en', ''])
  chooseLanguage('es')
  await followAccount(of())
  expect([inPage(), chosenLanguage(), saved]).toEqual(['es', 'es', []])
})

test('a choice that could not be saved is still shown, and saved the next time', {
  tags: ['TIME-85'],
}, async () => {
  chooseLanguage('es')
  status = 500
  await followAccount(of('en'))
  expect([inPage(), chosenLanguage()]).toEqual(['es', 'es'])
  status = 200
  await followAccount(of('en'))
  expect(saved).toEqual([{ language: 'es' }, { language: 'es' }])
  expect([inPage(), chosenLanguage()]).toEqual(['es', null])
})

test('while a choice is being saved, the account’s previous language is not shown', {
  tags: ['TIME-85'],
}, async () => {
  chooseLanguage('es')
  const saving = followAccount(of('en'))
  await followAccount(of('en'))
  expect(inPage()).toBe('es')
  await saving
  expect([inPage(), saved]).toEqual(['es', [{ language: 'es' }]])
})
