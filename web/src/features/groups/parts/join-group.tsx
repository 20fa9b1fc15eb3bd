import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { type ChildPod, type Group, joinGroup } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useOwnChildren } from '#features/children/children.queries.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { TextField } from '#ui/fields/field.tsx'
import { Form } from '#ui/form/form.tsx'
import type { FormField, Values } from '#ui/form/form-types.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Rich } from '#ui/rich.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { useJoinGroup } from '../groups.queries.ts'
import { ChildPods } from './child-pods.tsx'
import { Welcome } from './welcome.tsx'

/** For visitors who aren't members: asks for the code and, if the group has pods, a pod for each child. */
export function JoinGroup({ group }: { group: Group }) {
  const own = useOwnChildren()
  return (
    <>
      <Welcome>
        <Rich
          parts={m.groups_join_heading.parts({ name: group.name })}
          marks={{ name: (words) => <bdi>{words}</bdi> }}
        />
      </Welcome>
      {group.description && <p className="quiet group__about">{group.description}</p>}
      <Loaded query={own} skeleton={<SkeletonCards count={1} />}>
        {(data) => (
          // Remounted when children or pods change. The draft restores what was typed.
          <JoinForm
            key={[...data, ...group.subGroups].map(({ _id }) => _id).join()}
            group={group}
            children={data}
          />
        )}
      </Loaded>
    </>
  )
}

function JoinForm({ group, children }: { group: Group; children: readonly Child[] }) {
  const draftKey = `group:${group._id}`
  const [draft, setDraft] = useDraft<Values>(draftKey, { code: '', childSubGroups: [] })
  const { mutateAsync: join } = useJoinGroup()
  const pods = group.subGroups
  const given = (draft.childSubGroups ?? []) as readonly ChildPod[]
  const childSubGroups = children.map(({ _id }) => ({
    child: _id,
    subGroup:
      pods.find((pod) => given.some((each) => each.child === _id && each.subGroup === pod._id))?._id ?? null,
  }))
  return (
    <Form
      className="card group__join"
      endpoint={joinGroup}
      schema={joinGroup.body}
      initialValues={{ code: draft.code, childSubGroups }}
      // Without pods there is nothing to choose, and all children join.
      extraBody={{ groupId: group._id, ...(pods.length === 0 && { childSubGroups }) }}
      onEdit={setDraft}
      fields={pods.length > 0 ? [codeField, podsField(children, pods)] : [codeField]}
      rules={
        pods.length > 0
          ? [{ field: 'childSubGroups', isValid: isAnyPlaced, prompt: m.prompt_group_pod_missing() }]
          : []
      }
      send={async (body) => {
        await join(body)
        clearDraft(draftKey)
      }}
      submitLabel={m.groups_join()}
      submitSize="large"
      isSubmitWide
    />
  )
}

type JoinField = FormField<'code' | 'childSubGroups'>

const codeField: JoinField = {
  name: 'code',
  type: 'custom',
  render: ({ name, value, error, onChange }) => (
    <TextField
      label={m.groups_access_code()}
      isRequired
      hint={m.groups_code_hint()}
      name={name}
      value={String(value ?? '')}
      error={error}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
}

function podsField(children: readonly Child[], pods: Group['subGroups']): JoinField {
  return {
    name: 'childSubGroups',
    type: 'custom',
    render: ({ name, value, error, onChange }) => {
      const places = value as readonly ChildPod[]
      return (
        <fieldset className="stack group__pods">
          <legend className="display">{m.groups_which_pod()}</legend>
          <ChildPods
            name={name}
            children={children}
            pods={pods}
            none={m.groups_choose_pod()}
            podOf={(id) => places.find(({ child }) => child === id)?.subGroup ?? null}
            error={error}
            onPick={(id, subGroup) =>
              onChange(places.map((each) => (each.child === id ? { ...each, subGroup } : each)))
            }
          />
        </fieldset>
      )
    },
  }
}

function isAnyPlaced(value: unknown): boolean {
  return (value as readonly ChildPod[]).some(({ subGroup }) => subGroup !== null)
}
