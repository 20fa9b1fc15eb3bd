import type {
  Afternoon,
  PlaydateAfternoon,
} from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import type { NotedChild, OfPlaydate, Own } from './afternoon.db.ts'

export function presentPlaydateAfternoon({ number, notes, until }: OfPlaydate): PlaydateAfternoon {
  return {
    number: number ? { name: number.name, phone: number.phone_number } : null,
    notes: notes.map(({ child, text }) => ({ child: presentNoted(child), text })),
    until: until?.toISOString() ?? null,
  }
}

export function presentAfternoon({ shows_number, is_asked, isSetUp, notes }: Own): Afternoon {
  return {
    showsNumber: shows_number,
    isAsked: is_asked,
    isSetUp,
    notes: notes.map(({ text, is_shown, version, ...child }) => ({
      child: presentNoted(child),
      text,
      isShown: is_shown,
      version,
    })),
  }
}

function presentNoted({ id, first_name, last_name_initial, photo }: NotedChild) {
  return { _id: id, firstName: first_name, lastNameInitial: last_name_initial, photo }
}
