import { v5 as idOf } from 'uuid'

/** The id that reports about one thing share; each part of it has reports of its own. */
export function thingIdOf(target: string, part: string | undefined): string {
  return part === undefined ? target : idOf(part, target)
}
