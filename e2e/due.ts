import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { wallTime } from '../contract/src/values/time-zone.ts'

const root = resolve(import.meta.dirname, '..')

/** Runs the server's job of each minute now. */
export async function doDueNow(): Promise<void> {
  const at = new Date().toISOString()
  await promisify(execFile)(process.execPath, [resolve(root, 'server/src/admin.ts'), 'due', '--at', at], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: process.env.E2E_DATABASE_URL,
      PUBLIC_URL: process.env.E2E_BASE_URL,
      SEAL_KEY: process.env.E2E_SEAL_KEY,
      LOG_LEVEL: 'silent',
    },
  })
}

/** Returns a time zone in which it is day now: no family is asked at night. */
export function dayZone(): string {
  const zones = ['America/New_York', 'Asia/Tokyo', 'Europe/Berlin', 'Pacific/Auckland']
  const isDay = (zone: string) => {
    const { hour } = wallTime(Date.now(), zone)
    return hour >= 8 && hour < 20
  }
  return zones.find(isDay) ?? 'America/New_York'
}
