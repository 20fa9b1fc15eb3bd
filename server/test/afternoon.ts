import {
  getAfternoon,
  getPlaydateAfternoon,
  saveAfternoon,
} from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import { acceptPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { inHours } from './full-hours.ts'
import { addRequest, type Parent } from './world.ts'

/** What a parent writes, chooses and reads for the afternoon. */
export function afternoonOf(t: TestApp) {
  const own = async (as: Parent) => (await t.call(getAfternoon, {}, { as })).body.data
  const save = (as: Parent, body: object) => t.call(saveAfternoon, { body }, { as })
  return {
    own,
    save,
    read: (as: Parent, id: string) => t.call(getPlaydateAfternoon, { params: { id } }, { as }),
    /** Writes the line, with the version that is stored. */
    async write(as: Parent, child: string, text: string, isShown = true) {
      const version = (await own(as)).notes.find((note) => note.child._id === child)?.version ?? 0
      return save(as, { notes: [{ child, text, isShown, version }] })
    },
    /** Adds a playdate of the first children in two days, and accepts it for the other side. */
    async confirmed(from: Parent, to: Parent): Promise<string> {
      const { id } = await addRequest(t.database, from, to)
      expect((await accept(t, to, id)).status).toBe(200)
      return id
    },
  }
}

export function accept(t: TestApp, as: Parent, id: string, time = inHours(48)) {
  const body = { id, acceptedLocation: 'The park', acceptedTime: time.toISOString() }
  return t.call(acceptPlaydate, { body }, { as })
}

export const nothingOffered = { number: null, notes: [] }
