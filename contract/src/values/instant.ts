import * as z from 'zod/mini'

/** A moment in ISO 8601 with a zone, for example `2027-03-14T17:00:00.000Z`. Replies are always UTC. */
export const instant = z.iso.datetime({ offset: true, error: 'Please give a date and time' })
