import {
  type AuditEntry,
  listAuditLog,
  listAuditValues,
} from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { clockTime } from '@tagalong/contract/values/date-format.ts'
import { Link } from 'react-router'
import { useSession } from '#lib/session/session.tsx'
import LostArt from '#ui/art/empty-lost.svg?react'
import { adminDate, type TableColumn } from '#ui/data-table/columns.ts'
import { sourceOf } from '#ui/data-table/table-source.ts'
import { ListScreen } from '#ui/manage/list-screen.tsx'

const source = sourceOf<AuditEntry>(['admin', 'audit-log'], listAuditLog, listAuditValues)

const textOf = (fact: string | number | boolean | null) => (fact === null || fact === '' ? '—' : String(fact))

/** Returns one line for each field, such as `name: Maple → Oak`. */
function changesOf({ changes }: AuditEntry): string[] {
  return Object.entries(changes).map(
    ([field, { before, after }]) => `${field}: ${textOf(before)} → ${textOf(after)}`,
  )
}

const columns: readonly TableColumn<AuditEntry>[] = [
  { id: 'action', header: 'Action', kind: 'text', value: ({ action }) => action },
  { id: 'actor', header: 'Administrator', kind: 'text', value: ({ actor }) => actor.email },
  {
    id: 'subject',
    header: 'Subject',
    kind: 'text',
    value: ({ subject: { kind, _id } }) => (_id === null ? kind : `${kind} ${_id}`),
    cell: (entry) => <Subject entry={entry} />,
  },
  {
    id: 'createdAt',
    header: 'Created Date',
    kind: 'moment',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment iso={createdAt} />,
  },
]

const exportColumns: readonly TableColumn<AuditEntry>[] = [
  ...columns,
  { id: 'changes', header: 'Changes', kind: 'text', value: (entry) => changesOf(entry).join('; ') },
]

export function AuditLogScreen() {
  return (
    <ListScreen
      title="Audit Log"
      subtitle="What administrators have changed, the newest first"
      source={source}
      columns={columns}
      exportColumns={exportColumns}
      filename="audit-log"
      empty={{ art: <LostArt />, text: 'Nothing has been changed yet' }}
    />
  )
}

/** A log needs the time of day, too. */
function Moment({ iso }: { iso: string }) {
  const { timeZone } = useSession()
  return `${adminDate(iso, timeZone)} ${clockTime(iso, timeZone)}`
}

/** Pages by kind of subject. Not used for an entry about a deletion, as its subject is gone. */
const pages: Readonly<Record<string, string>> = {
  user: '/admin/user',
  caregiver: '/admin/caregivers',
  group: '/admin/groups',
  membership: '/admin/memberships',
  'crash report': '/admin/crash-reports',
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { kind, _id } = entry.subject
  const page = entry.action.includes('.delete') ? undefined : pages[kind]
  const name = _id === null ? kind : `${kind} ${_id}`
  return (
    <span className="datatable__pairs">
      <b>{page && _id !== null ? <Link to={`${page}/${_id}`}>{name}</Link> : name}</b>
      {changesOf(entry).map((change) => (
        <span key={change}>{change}</span>
      ))}
    </span>
  )
}
