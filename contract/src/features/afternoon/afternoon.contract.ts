import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { optionalText } from '../../values/text.ts'

export const maxNoteLength = 200

/** A child as the afternoon screens name it. */
const noted = z.object({
  _id: id,
  firstName: z.string(),
  lastNameInitial: z.string(),
  photo: z.nullable(z.string()),
})

/**
 * What the other side of a confirmed single shows this caregiver, from the yes until two hours after the end. Computed
 * at each read: what was switched off, has ended or isn't the other side's any more is left out.
 */
export const playdateAfternoon = z.object({
  number: z.nullable(z.object({ name: z.string(), phone: z.string() })),
  notes: z.array(z.object({ child: noted, text: z.string() })),
  /** null unless the playdate is confirmed. */
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
  /** Empty if there is none; null if this server's key can't open it. */
  text: z.nullable(z.string()),
  isShown: z.boolean(),
  /** 0 if there is none. */
  version: z.int(),
})
export type ChildNote = z.infer<typeof childNote>

/** What the caregiver shows the other side of confirmed singles. */
export const afternoon = z.object({
  showsNumber: z.boolean(),
  /** True once the caregiver has answered the question whether to show anything. */
  isAsked: z.boolean(),
  /** True if the server has a seal key; without one there are no notes. */
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
 * Fields left out stay as they are; an empty body means 'Not now'. An empty text deletes the line. Not idempotent: no
 * answer is stored for a repeat. 409 if another guardian has changed a line since `version`, or the server has no key
 * for lines.
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
