/** A text, or its variants with the inputs that select them. */
export type Text = string | readonly Variants[]
interface Variants {
  declarations: readonly string[]
  selectors: readonly string[]
  match: Readonly<Record<string, string>>
}
/** A file of contract/messages. */
export type Texts = Readonly<Record<string, Text>>

/** Returns a line for each text that one language lacks, has needlessly, or has with other parameters. */
export function differencesOf(english: Texts, spanish: Texts): string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(spanish, key))
  const needless = Object.keys(spanish).filter((key) => !Object.hasOwn(english, key))
  const others = Object.entries(english).filter(([key, text]) => {
    const same = spanish[key]
    return same !== undefined && parametersOf(text) !== parametersOf(same)
  })
  return [
    ...missing.map((key) => `contract/messages/es.json lacks ${key}`),
    ...needless.map((key) => `contract/messages/es.json has ${key}, which en.json doesn’t`),
    ...others.map(
      ([key, text]) => `contract/messages/es.json: ${key} needs ${parametersOf(text)}, as in en.json`,
    ),
  ]
}

/** Returns the parameters and marked parts of a text: `{count}`, `{#link}`. */
function parametersOf(text: Text): string {
  const found = typeof text === 'string' ? placesIn(text) : text.flatMap(parametersOfVariants)
  return [...new Set(found)].toSorted().join(' ') || 'no parameters'
}

function parametersOfVariants({ declarations, match }: Variants): string[] {
  const inputs = declarations
    .flatMap((each) => /^input (\w+)$/.exec(each)?.[1] ?? [])
    .map((name) => `{${name}}`)
  return [...inputs, ...Object.values(match).flatMap(placesIn)]
}

function placesIn(text: string): string[] {
  return [...text.matchAll(/\{#?\w+\}/g)].map(([place]) => place)
}
