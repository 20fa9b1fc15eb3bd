import { v5 as idOf } from 'uuid'

/** What the reports about one thing have in common: each part of it has reports of its own. */
export function thingIdOf(target: string, part: string | undefined): string {
  return part === undefined ? target : idOf(part, target)
}
