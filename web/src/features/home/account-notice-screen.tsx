import { appeal, getStanding, maxAppealLength } from '@tagalong/contract/features/safety/standing.contract.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { LanguageChoice } from '#features/auth/language-choice.tsx'
import { KeptMembership } from '#features/billing/parts/kept-membership.tsx'
import { call } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { deleteOfflineCache } from '#lib/offline/offline-cache.ts'
import { useSession } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import SwingArt from '#ui/art/scene-swing.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { closeUnless } from '#ui/dialogs/close-unless.ts'
import { SheetDialog } from '#ui/dialogs/sheet-dialog.tsx'
import { Prompt, TextArea } from '#ui/fields/field.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { StatusLine } from '#ui/status-line.tsx'
import '#features/safety/standing.css'

const standingKey = ['standing'] as const

/** /account-notice: what administrators decided about the viewer, and how to appeal. */
export function AccountNoticeScreen() {
  const standing = useQuery({
    queryKey: standingKey,
    queryFn: ({ signal }) => call(getStanding, { signal }),
  })
  return (
    <Loaded query={standing} skeleton={<Spinner />}>
      {(data) => <Notice {...data} />}
    </Loaded>
  )
}

type Standing = Awaited<ReturnType<typeof call<typeof getStanding>>>

const titles: Record<Standing['standing'], Text> = {
  good: m.notice_account_word,
  suspended: m.notice_account_paused,
  closed: m.notice_account_closed,
}

function Notice({ standing, kind, until, words, decidedAt, appeal: appealState }: Standing) {
  const { timeZone } = useSession()
  const [asked, setAsked] = useState<string | null>(null)
  const isPaused = standing !== 'good'
  // What a paused account can't read online must not be readable offline either.
  useEffect(() => {
    if (isPaused) deleteOfflineCache().catch(() => undefined)
  }, [isPaused])
  if (kind === null && !isPaused) return <NothingDecided />
  const untilText = standing === 'closed' ? m.safety_gone_on : m.safety_until
  return (
    <div className="halt standing">
      <SwingArt />
      <h1>{titles[standing]()}</h1>
      {until && <p>{untilText({ time: playdateTime(until, timeZone) })}</p>}
      {words && (
        <blockquote className="card standing__words" dir="auto">
          {words}
        </blockquote>
      )}
      {appealState === 'possible' && (
        <Button variant="action" size="large" onPress={() => setAsked(decidedAt)}>
          {m.safety_ask_again()}
        </Button>
      )}
      <StatusLine text={appealState === 'asked' && m.safety_asked_again()} />
      {isPaused && <KeptMembership />}
      <div className="standing__ways">
        {isPaused ? (
          <Link to="/account-notice/data">{m.your_data_title()}</Link>
        ) : (
          <Link to="/">{m.common_dashboard()}</Link>
        )}
        <Link to="/logout">{m.app_title_logout()}</Link>
      </div>
      {isPaused && <LanguageChoice />}
      {asked && <AppealSheet decidedAt={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

/** Shown if a pause is over or was lifted, or if the link was meant for another user. */
function NothingDecided() {
  return (
    <div className="halt">
      <SwingArt />
      <h1>{m.safety_nothing_decided()}</h1>
      <ButtonLink variant="action" size="large" to="/">
        {m.common_dashboard()}
      </ButtonLink>
    </div>
  )
}

interface AppealSheetProps {
  /** When the appealed decision was made. */
  decidedAt: string
  onClose: () => void
}

const draftKey = 'appeal'

function AppealSheet({ decidedAt, onClose }: AppealSheetProps) {
  const queries = useQueryClient()
  const [words, setWords] = useDraft(draftKey, '')
  const [prompt, setPrompt] = useState<string>()
  const oneAtATime = useOneAtATime()
  const send = useMutation({
    mutationFn: (said: string) => call(appeal, { body: { words: said, decidedAt } }),
    onSettled: () => queries.invalidateQueries({ queryKey: standingKey }),
  })
  const press = () => {
    const said = words.trim()
    if (!said) return setPrompt(m.prompt_appeal_words())
    oneAtATime(async () => {
      await send.mutateAsync(said)
      clearDraft(draftKey)
      onClose()
    })
  }
  const close = closeUnless(send.isPending, onClose)
  return (
    <SheetDialog
      title={m.safety_ask_again()}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{m.common_cancel()}</Button>
          <Button variant="action" isPending={send.isPending} onPress={press}>
            {m.chat_send()}
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextArea
          label={m.safety_how_you_see_it()}
          isRequired
          maxLength={maxAppealLength}
          error={prompt}
          value={words}
          onChange={({ target }) => {
            setPrompt(undefined)
            setWords(target.value)
          }}
        />
        {send.error && <Prompt>{failureText(send.error)}</Prompt>}
      </div>
    </SheetDialog>
  )
}
