import type { Introduction } from '@tagalong/contract/features/connections/introductions.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Rich } from '#ui/rich.tsx'
import './introductions.css'

/** Links to the friends that another guardian introduces to the viewer. */
export function IntroductionCard({ introduction: { from, friends } }: { introduction: Introduction }) {
  return (
    <div className="card row introduction__card">
      <CaregiverAvatar caregiver={from} />
      <h2 className="grow friend__name">
        <Rich
          parts={m.introductions_for_me.parts({ name: from.name, count: friends.length })}
          marks={{ name: (words) => <bdi>{words}</bdi> }}
        />
      </h2>
      <ButtonLink variant="primary" size="small" to={`/introduction/${from._id}`}>
        {m.mail_safety_button()}
      </ButtonLink>
    </div>
  )
}
