import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { columnValues, listQuery, valuesQuery } from '../../http/lists.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'

export const crashReportStates = ['new', 'seen', 'solved'] as const
export type CrashReportState = (typeof crashReportStates)[number]
const state = z.enum(crashReportStates)

const listedReport = z.object({
  _id: id,
  state,
  createdAt: instant,
  componentName: z.string(),
  error: z.object({ name: z.string(), message: z.string() }),
  userDescription: z.string(),
  /** null once the account is erased */
  user: z.nullable(z.object({ _id: id, email: z.string() })),
})
export type ListedCrashReport = z.infer<typeof listedReport>

export const wholeReport = z.extend(listedReport, {
  error: z.object({ name: z.string(), message: z.string(), stack: z.string() }),
  userAgent: z.nullable(z.string()),
})
export type WholeCrashReport = z.infer<typeof wholeReport>

/** `user` is the email address. */
export const crashReportColumns = [
  'createdAt',
  'state',
  'componentName',
  'errorName',
  'errorMessage',
  'user',
] as const
export type CrashReportColumn = (typeof crashReportColumns)[number]

export const listCrashReports = endpoint({
  name: 'crashReports.list',
  summary: 'List crash reports',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/crash-report',
  query: listQuery(crashReportColumns),
  data: z.array(listedReport),
  paged: true,
})

export const listCrashReportValues = endpoint({
  name: 'crashReports.values',
  summary: 'List the values of a column of crash reports',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/crash-report/values',
  query: valuesQuery(crashReportColumns),
  data: columnValues,
  paged: true,
})

export const getCrashReport = endpoint({
  name: 'crashReports.get',
  summary: 'Read a crash report',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/crash-report/:id',
  params: idParams,
  data: wholeReport,
})

export const changeCrashReport = endpoint({
  name: 'crashReports.change',
  summary: 'Change the state of a crash report',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/crash-report/:id',
  params: idParams,
  body: z.strictObject({ state }),
  data: wholeReport,
})
