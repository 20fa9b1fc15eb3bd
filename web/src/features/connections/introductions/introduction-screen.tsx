import type { Introduction } from '@tagalong/contract/features/connections/introductions.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { failureText } from '#lib/calls/failure-text.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import ConnectionsArt from '#ui/art/empty-connections.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Rich } from '#ui/rich.tsx'
import { showToast } from '#ui/toast.tsx'
import { FriendPicks } from './friend-picks.tsx'
import { useAcceptIntroduction, useIntroductions, useRejectIntroduction } from './introductions.queries.ts'

const invites = '/connections?t=pending'

/** /introduction/{from}: the friends that another guardian would like the viewer to meet. */
export function IntroductionScreen() {
  const { from = '' } = useParams()
  const introductions = useIntroductions()
  return (
    <>
      <PageHeader title={m.introductions_for_me_page()} back={invites} />
      <Loaded query={introductions}>
        {(all) => {
          const introduction = all.find((each) => each.from._id === from)
          return introduction ? <Friends key={from} introduction={introduction} /> : <Over />
        }}
      </Loaded>
    </>
  )
}

function Friends({ introduction: { from, friends } }: { introduction: Introduction }) {
  const navigate = useNavigateFromHere()
  const ids = friends.map(({ _id }) => _id)
  /** The friends shown at first, who are ticked. Those introduced later have to be ticked by the viewer. */
  const [seen] = useState(ids)
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({})
  const [prompt, setPrompt] = useState<string>()
  const accept = useAcceptIntroduction(from._id)
  const reject = useRejectIntroduction(from._id)
  const oneAtATime = useOneAtATime()
  const picked = ids.filter((id) => ticked[id] ?? seen.includes(id))
  const problem = accept.error ?? reject.error
  const isPending = accept.isPending || reject.isPending
  const marks = { name: (words: string) => <bdi>{words}</bdi> }
  const pick = (now: string[]) => {
    setPrompt(undefined)
    setTicked(Object.fromEntries(ids.map((id) => [id, now.includes(id)])))
  }
  const invite = () => {
    if (picked.length === 0) return setPrompt(m.prompt_introduction_friends())
    oneAtATime(async () => {
      await accept.mutateAsync(picked)
      showToast(m.introductions_sent({ count: picked.length }))
      await navigate(invites, { replace: true })
    })
  }
  const sayNo = () =>
    oneAtATime(async () => {
      await reject.mutateAsync()
      await navigate(invites, { replace: true })
    })
  return (
    <div className="stack">
      <p>
        <Rich
          parts={m.introductions_for_me.parts({ name: from.name, count: friends.length })}
          marks={marks}
        />
      </p>
      <p className="quiet">
        <Rich parts={m.introductions_for_me_lead.parts({ name: from.name })} marks={marks} />
      </p>
      <FriendPicks
        title={<Rich parts={m.introductions_friends_of.parts({ name: from.name })} marks={marks} />}
        friends={friends}
        picked={picked}
        error={prompt}
        onPick={pick}
      />
      {problem && <Prompt>{failureText(problem)}</Prompt>}
      <div className="introduction__answers">
        <Button variant="action" size="large" wide isPending={isPending} onPress={invite}>
          {m.introductions_invite()}
        </Button>
        <Button wide onPress={sayNo}>
          {m.introductions_reject()}
        </Button>
      </div>
    </div>
  )
}

/** The introduction was answered or is too old, or its sender is no longer a guardian. */
function Over() {
  return (
    <EmptyState
      art={<ConnectionsArt />}
      text={m.introductions_over()}
      note={m.introductions_over_note()}
      action={
        <ButtonLink variant="action" to={invites}>
          {m.common_connections()}
        </ButtonLink>
      }
    />
  )
}
