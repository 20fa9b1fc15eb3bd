import {
  listAllPods,
  savePodAsAdmin,
  type WholeGroup,
} from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import type { Pod } from '@tagalong/contract/features/groups/groups.contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#lib/calls/api.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import EmptyGroups from '#ui/art/empty-groups.svg?react'
import { Button } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { DataTable } from '#ui/data-table/data-table.tsx'
import { sourceOf } from '#ui/data-table/table-source.ts'
import { SidePanel } from '#ui/dialogs/side-panel.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { changesOf } from '#ui/form/changes.ts'
import { Form } from '#ui/form/form.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'

const columns: readonly TableColumn<Pod>[] = [
  { id: 'name', header: 'Pod Name', kind: 'text', value: ({ name }) => name },
]

const byName = { column: 'name', isDown: false }

/** The pods of a group, with a panel to make and change them. */
export function PodsTable({ group }: { group: WholeGroup }) {
  const [opened, setOpened] = useState<Pod | 'new'>()
  const source = useMemo(
    () => sourceOf<Pod>(['admin', 'pods', group._id], listAllPods, undefined, { group: group._id }),
    [group._id],
  )
  return (
    <div className="narrow">
      <div className="subhead">
        <h2>Pods</h2>
        <Button variant="primary" size="small" onPress={() => setOpened('new')}>
          <Icon name="plus" small />
          Add Pod
        </Button>
      </div>
      <DataTable
        label="Pods"
        source={source}
        columns={columns}
        sortedBy={byName}
        rowId={({ _id }) => _id}
        actions={(pod) => (
          <button
            className="iconbtn"
            type="button"
            aria-label={`Edit ${pod.name}`}
            onClick={() => setOpened(pod)}
          >
            <Icon name="edit" />
          </button>
        )}
        empty={<EmptyState art={<EmptyGroups />} text="This group has no pods yet" />}
      />
      {opened && (
        <SidePanel title="Pod details" onClose={() => setOpened(undefined)}>
          <PodForm
            group={group}
            pod={opened === 'new' ? undefined : opened}
            onClose={() => setOpened(undefined)}
          />
        </SidePanel>
      )}
    </div>
  )
}

const isGiven = (value: unknown) => String(value ?? '').trim() !== ''

function PodForm({ group, pod, onClose }: { group: WholeGroup; pod: Pod | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  // One key per set of values, so that pressing again after a lost response makes no second pod.
  const [idempotencyKey, setIdempotencyKey] = useState(() => newIdempotencyKey())
  const label = pod ? 'Edit Pod' : 'Add Pod'
  const stored = { name: pod?.name ?? '', description: pod?.description ?? '', group: group._id }
  return (
    <Form
      endpoint={savePodAsAdmin}
      initialValues={stored}
      onEdit={() => setIdempotencyKey(newIdempotencyKey())}
      fields={[
        { name: 'name', isRequired: true, autoComplete: 'off' },
        { name: 'description', type: 'multi-line', rows: 4 },
        {
          name: 'group',
          type: 'select',
          isRequired: true,
          options: [{ value: group._id, text: group.name }],
        },
      ]}
      rules={[{ field: 'name', isValid: isGiven, prompt: 'Please enter a name for the pod' }]}
      extraBody={{ _id: pod?._id ?? 'new' }}
      send={async (typed) => {
        const body = pod ? { ...changesOf(typed, stored), group: group._id } : typed
        await call(savePodAsAdmin, { body: body as never, idempotencyKey })
        await queries.invalidateQueries({ queryKey: ['admin'] })
        showToast('The pod is saved')
        onClose()
      }}
      submitLabel={label}
      retryLabel={label}
      actions={<Button onPress={onClose}>Cancel</Button>}
    />
  )
}
