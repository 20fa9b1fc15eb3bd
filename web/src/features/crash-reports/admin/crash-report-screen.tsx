import {
  changeCrashReport,
  getCrashReport,
  type WholeCrashReport,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type ApiError, call } from '#lib/calls/api.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { useSession } from '#lib/session/session.tsx'
import { adminDate } from '#ui/data-table/columns.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Fact } from '#ui/manage/fact.tsx'
import { ManageForm } from '#ui/manage/manage-form.tsx'
import { NotInList } from '#ui/manage/not-in-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Section } from '#ui/section.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { stateOptions } from './crash-report-state.ts'

const listPath = '/admin/crash-reports'

export function CrashReportScreen() {
  const { id = '' } = useParams()
  const report = useQuery<WholeCrashReport, ApiError>({
    queryKey: ['admin', 'crash-reports', 'one', id],
    queryFn: ({ signal }) => call(getCrashReport, { params: { id }, signal }),
  })
  return (
    <>
      <PageHeader title="Crash Report" back={listPath} />
      <Loaded query={report} skeleton={<Spinner />} missing={<NotInList path={listPath} />}>
        {(data) => <Report key={id} report={data} />}
      </Loaded>
    </>
  )
}

function Report({ report }: { report: WholeCrashReport }) {
  const { _id, state, createdAt, componentName, error, userDescription, userAgent, user } = report
  const { timeZone } = useSession()
  const navigate = useNavigateFromHere()
  return (
    <>
      <section className="card stack manageform" aria-label="What happened">
        <dl className="managefacts">
          <Fact name="Error">{error.name}</Fact>
          <Fact name="Message">{error.message}</Fact>
          <Fact name="Component">{componentName || '—'}</Fact>
          <Fact name="What they were doing">{userDescription || '—'}</Fact>
          <Fact name="Email">{user?.email ?? '—'}</Fact>
          <Fact name="Browser">{userAgent ?? '—'}</Fact>
          <Fact name="Created Date">{adminDate(createdAt, timeZone)}</Fact>
        </dl>
        <Section title="Stack" isOpenAtFirst={false}>
          <pre>{error.stack}</pre>
        </Section>
      </section>
      <ManageForm
        save={changeCrashReport}
        id={_id}
        values={{ state }}
        needs={['state']}
        fields={[{ name: 'state', type: 'select', options: stateOptions }]}
        listPath={listPath}
        saved="The crash report is saved"
        afterSave={() => navigate(listPath)}
      />
    </>
  )
}
