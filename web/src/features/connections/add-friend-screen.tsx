import {
  connectionTexts,
  createConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { isText } from '@tagalong/contract/values/language.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { backToPage } from '#lib/navigation/back-closes.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import FriendArt from '#ui/art/tile-friend.svg?react'
import { Form } from '#ui/form/form.tsx'
import type { Values } from '#ui/form/form-types.ts'
import { Rich } from '#ui/rich.tsx'
import { showToast } from '#ui/toast.tsx'
import './connections.css'
import { useConnections, useCreateConnection, useTakeBack } from './connections.queries.ts'
import { InviteLinkDialog } from './parts/invite-link-dialog.tsx'

type Answer = DataOf<typeof createConnection>

/** A new invitation whose link has not been shared yet. */
interface Invited {
  id: string
  name: string
  url: string
  linkEndsAt: string | null
}

const draftKey = 'friend'
const invitedKey = 'friend:invited'
const invites = '/connections?t=pending'
/** Part of the error text of a server that speaks English only. */
const existing = 'connection with this user already exists'

export function AddFriendScreen() {
  const navigate = useNavigateFromHere()
  const [values, setValues] = useDraft<Values>(draftKey, { inviteeName: '', inviteePhoneNumber: '' })
  // Kept with the draft, so that a reload doesn't lose the only copy of the link.
  const [invited, setInvited] = useDraft<Invited | null>(invitedKey, null)
  const [exists, setExists] = useState(false)
  // One key per set of values, so that pressing again after a lost response makes no second invitation.
  const [idempotencyKey, setIdempotencyKey] = useState(() => newIdempotencyKey())
  const { mutateAsync } = useCreateConnection()
  const { refetch } = useConnections()

  const showAnswer = async ({ message, connection, inviteUrl }: Answer, name: string) => {
    clearDraft(draftKey)
    if (message === connectionTexts.newInvitee && inviteUrl) {
      setInvited({ id: connection._id, name, url: inviteUrl, linkEndsAt: connection.linkEndsAt })
    } else if (message === connectionTexts.existingUser) {
      showToast(m.connections_invite_sent({ name }))
      navigate(invites)
    } else {
      await showFailure(m.connections_unexpected())
    }
  }

  /** Opens the existing connection. If the viewer can't see which one it is, a hint says where to look. */
  const leadOn = async (error: unknown, number: string): Promise<never> => {
    if (!isExisting(error)) return inWords(error)
    const { data = [] } = await refetch()
    const found = data.find(({ inviteePhoneNumber }) => inviteePhoneNumber === number)
    if (found) {
      clearDraft(draftKey)
      navigate(found.inviteStatus === 'pending' ? invites : '/connections', { state: { shown: found._id } })
    } else setExists(true)
    return inWords(error)
  }

  return (
    <>
      <div className="stack friend__form">
        <div className="tinted friend__art">
          <FriendArt />
        </div>
        <Form
          endpoint={createConnection}
          schema={createConnection.body}
          initialValues={values}
          onEdit={(next) => {
            setValues(next)
            setIdempotencyKey(newIdempotencyKey())
            setExists(false)
          }}
          fields={[
            {
              name: 'inviteeName',
              label: m.connections_friend_name(),
              isRequired: true,
              autoComplete: 'off',
            },
            {
              name: 'inviteePhoneNumber',
              label: m.common_phone_number(),
              type: 'phone',
              isRequired: true,
            },
          ]}
          send={async (body) => {
            const answer = await mutateAsync({ body, idempotencyKey }).catch((error: unknown) =>
              leadOn(error, body.inviteePhoneNumber),
            )
            await showAnswer(answer, body.inviteeName)
          }}
          submitLabel={m.connections_send_invite()}
          // Sending the same values again would get the same answer, so the button keeps its label instead of offering
          // a retry.
          {...(exists && { retryLabel: m.connections_send_invite() })}
          submitSize="large"
          isSubmitWide
        />
        {exists && (
          <p className="small" role="status">
            <Rich
              parts={m.connections_look_among.parts({})}
              marks={{
                connections: (words) => <Link to="/connections">{words}</Link>,
                invites: (words) => <Link to={invites}>{words}</Link>,
              }}
            />
          </p>
        )}
      </div>
      {invited && <HandOver invited={invited} onOver={() => setInvited(null)} />}
    </>
  )
}

/** Asks the viewer to share the link. Cancelling takes the invitation back. */
function HandOver({ invited, onOver }: { invited: Invited; onOver: () => void }) {
  const navigate = useNavigate()
  const { data } = useConnections()
  const { mutateAsync } = useTakeBack()
  const [problem, setProblem] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)
  /** Number of failed attempts to take it back. As a key it remounts the dialog, which catches going back again. */
  const [failures, setFailures] = useState(0)
  const isOver = useRef(false)
  useEffect(() => {
    // Reset here, since React may mount it twice.
    isOver.current = false
    return () => {
      isOver.current = true
    }
  }, [])

  const isCurrent = data?.some(
    ({ _id, linkEndsAt }) => _id === invited.id && linkEndsAt === invited.linkEndsAt,
  )
  // It was taken back or shared again in another tab, or the invitee used the link.
  useEffect(() => {
    if (isCurrent !== false || isLeaving) return
    onOver()
    showToast(connectionTexts.changed(), { problem: true })
    navigate(invites)
  }, [isCurrent, isLeaving, onOver, navigate])

  const takeBack = async () => {
    if (isLeaving || isOver.current) return
    setLeaving(true)
    setProblem(undefined)
    try {
      await mutateAsync(invited.id)
    } catch (error) {
      setProblem(failureText(error))
      setFailures(failures + 1)
      setLeaving(false)
      return
    }
    clearDraft(invitedKey)
    if (isOver.current) return
    await backToPage()
    onOver()
    const { idx } = window.history.state as { idx?: number }
    // In a tab that was opened here there is no page to go back to.
    if (idx === 0) navigate('/connections', { replace: true })
    else navigate(-1)
  }

  return (
    <InviteLinkDialog
      key={failures}
      title={m.connections_not_found_title()}
      text={m.connections_link_copy_for({ name: invited.name })}
      url={invited.url}
      isCancelPending={isLeaving}
      problem={problem}
      onSent={async () => {
        // From now on, going back must not take the invitation back.
        isOver.current = true
        await backToPage()
        onOver()
        navigate(invites)
      }}
      onCancel={takeBack}
    />
  )
}

function isExisting(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return isText(error.message, connectionTexts.exists) || error.message.toLowerCase().includes(existing)
}

/** Rejects with our text for the failure. Errors with field prompts are passed on to the form. */
function inWords(error: unknown): Promise<never> {
  if (!(error instanceof ApiError) || error.fields || error.status === 401) throw error
  return showFailure(textOf(error))
}

/** Shows the failure as a toast and as the form's prompt, for a user who missed the toast. */
function showFailure(text: string): Promise<never> {
  showToast(text, { problem: true })
  return Promise.reject(text)
}

function textOf(error: ApiError): string {
  const { status, message, isServersText } = error
  if (status === 0) return m.connections_no_answer()
  if (isExisting(error)) return m.connections_already_there()
  // Shows the server's text if the caregiver can act on it: their own number, or too many invites.
  const isTheirs = isServersText && (isText(message, connectionTexts.oneself) || status === 429)
  return isTheirs ? message : m.connections_error()
}
