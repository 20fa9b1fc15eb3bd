import { startHour } from './full-hours.ts'

startHour()
