import type { Group } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useState } from 'react'
import { brand } from '#lib/brand.ts'
import EventArt from '#ui/art/event.svg?react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { groupLink } from '../group-link.ts'
import { useListMembers } from '../groups.queries.ts'
import { AccessCode } from './access-code.tsx'
import { GroupPoster } from './group-poster.tsx'
import { Members } from './members.tsx'
import { Pods } from './pods.tsx'

const tabs = [
  { key: 'members', label: m.groups_members },
  { key: 'pods', label: m.groups_pods },
] as const
type TabKey = (typeof tabs)[number]['key']

/** For group admins only: the code, the members and the pods. */
export function GroupAdmin({ group, children }: { group: Group; children: ReactNode }) {
  const [tab, setTab] = useState<TabKey>('members')
  const [isPosterOpen, setPosterOpen] = useState(false)
  const { isFetched } = useListMembers(group._id)
  const count = group.members?.length ?? 0
  return (
    <>
      <section className="card stack group__card">
        <div className="row">
          <EventArt className="eventicon" />
          <div className="grow">
            <h2>
              <bdi>{group.name}</bdi>
            </h2>
            <p className="small quiet">{m.groups_member_count({ count })}</p>
          </div>
        </div>
        <AccessCode code={group.referenceCode ?? ''} />
        <div className="row group__hand">
          <Button className="grow" size="small" onPress={() => setPosterOpen(true)}>
            <Icon name="qr" small />
            {m.groups_qr_code()}
          </Button>
          <ShareButton
            className="grow"
            size="small"
            what={{
              title: group.name,
              text: m.groups_share_text({ name: group.name, brand }),
              url: groupLink(group._id),
            }}
          />
        </div>
      </section>
      <Tabs
        label={m.common_group()}
        tabs={tabs.map(({ key, label }) => ({ key, label: label() }))}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'members' ? <Members group={group} /> : <Pods group={group} />}
      </Tabs>
      {/* Shown only once the height above is known, so that nothing jumps. */}
      {isFetched && children}
      {isPosterOpen && <GroupPoster group={group} onClose={() => setPosterOpen(false)} />}
    </>
  )
}
