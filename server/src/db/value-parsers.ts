// Sets how all connections parse what Postgres sends.
import pg from 'pg'

const { builtins, getTypeParser, setTypeParser } = pg.types

/** The type numbers of lists, which the driver doesn't name. */
const momentList: number = 1185
const idList: number = 2951

// int8 counts stay below 2^53 here; a `date` is a day, not a moment in the server's zone.
setTypeParser(builtins.INT8, Number)
setTypeParser(builtins.DATE, (text) => text)

// Most lists hold moments or ids. Parsing only the form that they have here takes a fifth of the time; any other form
// ('infinity', a null in a list) is left to the driver.
const anyMoment = getTypeParser(builtins.TIMESTAMPTZ)
const anyMoments = getTypeParser(momentList)
const anyIds = getTypeParser(idList)

setTypeParser(builtins.TIMESTAMPTZ, (text) => momentOf(text) ?? anyMoment(text))
setTypeParser(momentList, (text) => {
  const moments = entriesOf(text.replaceAll('"', '')).map(momentOf)
  return moments.includes(null) ? anyMoments(text) : moments
})
setTypeParser(idList, (text) => (text.includes('NULL') ? anyIds(text) : entriesOf(text)))

/** '2026-11-20 09:30:00.25+00'; the zone may have minutes. */
const momentForm = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::\d\d)?$/

function momentOf(text: string): Date | null {
  if (!momentForm.test(text)) return null
  const zone = text.at(-3) === ':' ? '' : ':00'
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}${zone}`)
}

/** Splits a list whose entries hold neither commas nor braces. */
function entriesOf(list: string): string[] {
  return list === '{}' ? [] : list.slice(1, -1).split(',')
}
