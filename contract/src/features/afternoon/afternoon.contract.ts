import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { optionalText } from '../../values/text.ts'

export const maxNoteLength = 200

/** How a child is called to whoever reads or writes its line. */
const noted = z.object({
  _id: id,
  firstName: z.string(),
  lastNameInitial: z.string(),
  photo: z.nullable(z.string()),
})

/**
 * What the other side of a confirmed single offers to this caregiver, from the yes until two hours after the end. Judged
 * at each reading: what is switched off, over or none of theirs is as if it never was.
 */
export const playdateAfternoon = z.object({
  number: z.nullable(z.object({ name: z.string(), phone: z.string() })),
  notes: z.array(z.object({ child: noted, text: z.string() })),
  /** null of what is not confirmed. */
  until: z.nullable(instant),
})
export type PlaydateAfternoon = z.infer<typeof playdateAfternoon>

export const getPlaydateAfternoon = endpoint({
  name: 'afternoon.ofPlaydate',
  summary: 'Read the number and Good to know of the other side of a playdate',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/playdate/:id/afternoon',
  params: idParams,
  data: playdateAfternoon,
})

/** 'Good to know' of an own child. */
export const childNote = z.object({
  child: noted,
  /** Empty where there is none; null where there is one that this server's key does not open. */
  text: z.nullable(z.string()),
  isShown: z.boolean(),
  /** 0 where there is none. */
  version: z.int(),
})
export type ChildNote = z.infer<typeof childNote>

/** What the caregiver offers to the other side of confirmed singles. */
export const afternoon = z.object({
  showsNumber: z.boolean(),
  /** They were asked once, and have answered. */
  isAsked: z.boolean(),
  /** The server has a key; without one there are no notes. */
  isSetUp: z.boolean(),
  notes: z.array(childNote),
})
export type Afternoon = z.infer<typeof afternoon>

export const getAfternoon = endpoint({
  name: 'afternoon.get',
  summary: 'Read what others see for the afternoon',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/afternoon',
  data: afternoon,
})

/**
 * What is left out stays as it is; with nothing it says 'Not now'. An empty text erases the line. No answer is kept for a
 * second call. 409 where another guardian has changed a line since `version`, or where there is no key for lines.
 */
export const saveAfternoon = endpoint({
  name: 'afternoon.save',
  summary: 'Choose what others see for the afternoon',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/afternoon',
  body: z.strictObject({
    showsNumber: z.optional(z.boolean()),
    notes: z.optional(
      z
        .array(
          z.strictObject({
            child: id,
            text: optionalText(maxNoteLength),
            isShown: z.boolean(),
            version: z.int().check(z.gte(0)),
          }),
        )
        .check(z.maxLength(20)),
    ),
  }),
  data: afternoon,
  refusals: [404],
})

export const afternoonTexts = {
  notSetUp: m.refusal_not_set_up,
  changed: m.prompt_guardian_version,
} as const
