import { login, register, setLanguage, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { changeEmail, requestToken } from '@tagalong/contract/features/auth/links.contract.ts'
import { findPhoneNumber } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { fullPath } from '@tagalong/contract/http/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { readLetter } from '#test/outbox.ts'
import { addPerson } from '#test/world.ts'

let t: TestApp
let base: string
beforeAll(async () => {
  t = await testApp()
  base = await t.app.listen({ port: 0 })
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const asking = (language: string) => ({ headers: { 'accept-language': language } })
const password = 'Zebra-Crossing-77'
const account = (email: string) => ({
  ...{ email, password, confirmPassword: password },
  ...{ tos: true, privacy: true, queryParams: [] },
})
const languageOf = async (as: Tokens) => (await t.call(whoami, {}, { as })).body.data.user.language

describe('the server’s replies', () => {
  const refused = {
    es: 'No pudiste entrar. Revisa tus datos y vuelve a intentarlo.',
    en: 'Login unsuccessful, please check your details and try again.',
  }
  const missing = { es: 'Escribe tu contraseña', en: 'Please provide your password' }

  test.each([
    ['es', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en', 'en'],
    ['en-US,en;q=0.9,es;q=0.5', 'en'],
    ['fr,de;q=0.5', 'en'],
    ['', 'en'],
    ["es'; drop table app_user; --", 'en'],
    [undefined, 'en'],
  ] as const)('with Accept-Language %j are in %s', { tags: ['TIME-89'] }, async (asked, language) => {
    const options = asked === undefined ? {} : asking(asked)
    const body = { email: 'nobody@example.org', password: 'Wrong1!' }
    const wrong = await t.call(login, { body }, options)
    expect([wrong.status, wrong.body.error]).toEqual([400, refused[language]])
    const empty = await t.call(login, { body: { ...body, password: '' } }, options)
    expect([empty.status, empty.body.fields]).toEqual([400, { password: missing[language] }])
  })

  test('are in each call’s own language, even if calls run at once', { tags: ['TIME-89'] }, async () => {
    const ask = async (language: 'en' | 'es', body: string) => {
      const headers = { 'content-type': 'application/json', 'accept-language': language }
      const reply = await fetch(`${base}${fullPath(login)}`, { method: 'POST', headers, body })
      return [reply.status, ((await reply.json()) as { error: string }).error]
    }
    const empty = JSON.stringify({ email: 'a@example.org', password: '' })
    const calls = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'es' : 'en'))
    const replies = await Promise.all(calls.map((language) => ask(language, empty)))
    expect(replies).toEqual(calls.map((language) => [400, missing[language]]))
    expect(await ask('es', '{"email":')).toEqual([
      400,
      'No se pudo leer lo que se envió. Vuelve a intentarlo.',
    ])
  })

  test('to unknown paths, anonymous calls and invalid fields are translated', {
    tags: ['TIME-89'],
  }, async () => {
    const person = await addPerson(t.database)
    const unknown = await t.send('GET', '/api/app/no-such-thing', { as: person, ...asking('es') })
    expect([unknown.status, unknown.body.error]).toEqual([404, 'No lo encontramos'])
    const anonymous = await t.call(whoami, {}, asking('es'))
    expect([anonymous.status, anonymous.body.error]).toEqual([401, 'Vuelve a entrar, por favor.'])
    const phone = await t.call(findPhoneNumber, { query: { phone: '12' } }, { as: person, ...asking('es') })
    expect([phone.status, phone.body.fields]).toEqual([400, { phone: 'Usa un número de teléfono válido' }])
  })
})

describe('an account’s language', () => {
  test('is the language of the sign-up', { tags: ['TIME-85'] }, async () => {
    const spanish = await t.call(register, { body: account('sol@example.org') }, asking('es'))
    const plain = await t.call(register, { body: account('kim@example.org') })
    expect(await languageOf(spanish.body.data.token)).toBe('es')
    expect(await languageOf(plain.body.data.token)).toBe('en')
  })

  test('is what its owner chose last, and leaves other accounts alone', {
    tags: ['TIME-85', 'TIME-86'],
  }, async () => {
    const [person, other] = [await addPerson(t.database), await addPerson(t.database)]
    expect(await languageOf(person)).toBe('en')
    const chosen = await t.call(setLanguage, { body: { language: 'es' } }, { as: person })
    expect([chosen.status, chosen.body.data]).toEqual([200, { language: 'es' }])
    expect([await languageOf(person), await languageOf(other)]).toEqual(['es', 'en'])
    await t.call(setLanguage, { body: { language: 'en' } }, { as: person })
    expect(await languageOf(person)).toBe('en')
  })

  test.each([
    { language: 'fr' },
    { language: 'ES' },
    { language: '' },
    { language: null },
    { language: ['es'] },
    { language: "es'; --" },
    { language: 'es\0' },
    {},
    { language: 'es', user: 'somebody else' },
  ])('can’t be set by %j', { tags: ['TIME-85'] }, async (body) => {
    const person = await addPerson(t.database)
    expect((await t.call(setLanguage, { body }, { as: person })).status).toBe(400)
    expect(await languageOf(person)).toBe('en')
  })

  test('can’t be set without a session', async () => {
    expect((await t.call(setLanguage, { body: { language: 'es' } })).status).toBe(401)
  })
})

describe('an account’s mails', () => {
  test.each([
    ['es', 'Elige una nueva contraseña', 'Cambiar contraseña: http', 'en'],
    ['en', 'Choose a new password', 'Reset Password: http', 'es'],
  ] as const)(
    'are in %s, whatever language the request was in',
    { tags: ['TIME-88'] },
    async (language, title, button, asked) => {
      const person = await addPerson(t.database)
      await t.call(setLanguage, { body: { language } }, { as: person })
      await t.call(requestToken, { body: { email: person.email, confirmEmail: person.email } }, asking(asked))
      const letter = await readLetter(t, person.email)
      expect(letter).toContain(title)
      expect(letter).toContain(button)
    },
  )

  test('to a new address are in the account’s language', { tags: ['TIME-88'] }, async () => {
    const { token } = (await t.call(register, { body: account('sol@example.org') }, asking('es'))).body.data
    const body = { email: 'sol.nueva@example.org' }
    expect((await t.call(changeEmail, { body }, { as: token, ...asking('en') })).status).toBe(200)
    const letter = await readLetter(t, 'sol.nueva@example.org')
    expect(letter).toContain('¿Es este tu correo?')
    expect(letter).toContain('Confirmar correo: http')
  })
})
