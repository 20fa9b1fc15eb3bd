import { afterEach, expect, test } from 'vitest'
import { readLanguageFrom } from './language.ts'
import { phraseOf, phrases, textOfPhrase, wordsOf } from './phrase.ts'

afterEach(() => readLanguageFrom(() => 'en'))

const english = [
  'On our way',
  'Running 10 minutes late',
  "We're here",
  'What shall we bring?',
  'Thank you, that was fun',
  'Shall we say a bit later?',
  "We're sick, sorry",
  'Not this time, but please ask us again',
]
const spanish = [
  'Vamos en camino',
  'Llegamos 10 minutos tarde',
  'Ya llegamos',
  '¿Qué llevamos?',
  'Gracias, la pasamos muy bien',
  '¿Un poco más tarde?',
  'Nos enfermamos, lo sentimos',
  'Esta vez no podemos, pero vuelvan a invitarnos',
]

test('the eight phrases have a fixed order, in both languages', { tags: ['TIME-117'] }, () => {
  expect(phrases).toEqual(['on-our-way', 'late', 'here', 'bring', 'thanks', 'later', 'sick', 'not-this-time'])
  expect(phrases.map(textOfPhrase)).toEqual(english)
  readLanguageFrom(() => 'es')
  expect(phrases.map(textOfPhrase)).toEqual(spanish)
})

test('a text counts as a phrase in either language, letter for letter', { tags: ['TIME-119'] }, () => {
  expect(english.map(phraseOf)).toEqual(phrases)
  expect(spanish.map(phraseOf)).toEqual(phrases)
  for (const text of ['On our way!', 'on our way', ' On our way', 'on-our-way', '']) {
    expect(phraseOf(text)).toBeNull()
  }
})

test('a phrase is shown in the reader’s language, any other text as it was written', {
  tags: ['TIME-118'],
}, () => {
  readLanguageFrom(() => 'es')
  expect(wordsOf({ text: 'On our way', phrase: 'on-our-way' })).toBe('Vamos en camino')
  expect(wordsOf({ text: 'On our way', phrase: null })).toBe('On our way')
  expect(wordsOf({ text: 'On our way' })).toBe('On our way')
  // A phrase of a later release, or an unknown one.
  for (const phrase of ['picnic', 'toString', '__proto__', '']) {
    expect(wordsOf({ text: 'A picnic', phrase })).toBe('A picnic')
  }
})
