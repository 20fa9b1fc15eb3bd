import {
  connectionTexts,
  createConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#lib/api.ts'
import { newAttemptKey } from '#lib/attempt-key.ts'
import { brand } from '#lib/brand.ts'
import { clearDraft, useDraft } from '#lib/draft.ts'
import { OnceIn } from '#lib/once-in.tsx'
import PostArt from '#ui/art/scene-post.svg?react'
import FriendArt from '#ui/art/tile-friend.svg?react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Form } from '#ui/form/form.tsx'
import type { Values } from '#ui/form/form-types.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { showToast } from '#ui/toast.tsx'
import './connections.css'
import { useCreateConnection } from './connections.queries.ts'

type Answer = DataOf<typeof createConnection>

const draftKey = 'friend'
const invites = '/connections?t=pending'

export function AddFriendScreen() {
  return (
    <>
      <PageHeader
        title="Add Friend"
        subtitle="We look for your friend’s number only. It stays between you and us."
        back="/connections"
      />
      <OnceIn>
        <Friend />
      </OnceIn>
    </>
  )
}

function Friend() {
  const navigate = useNavigate()
  const [values, setValues] = useDraft<Values>(draftKey, { inviteeName: '', inviteePhoneNumber: '' })
  const [invited, setInvited] = useState<{ name: string; url: string } | null>(null)
  const [isRefused, setRefused] = useState(false)
  // One key for one set of values: pressing again after a lost answer makes no second invitation.
  const [attempt, setAttempt] = useState(() => newAttemptKey())
  const { mutateAsync } = useCreateConnection()

  const tell = async (answer: Answer, name: string) => {
    clearDraft(draftKey)
    if (answer.message === connectionTexts.newInvitee && answer.inviteUrl) {
      setInvited({ name, url: answer.inviteUrl })
    } else if (answer.message === connectionTexts.existingUser) {
      showToast(`Invite sent to ${name}`)
      navigate(invites)
    } else {
      await complain('An unexpected response was received. Please try again.')
    }
  }

  const copy = async () => {
    if (!invited) return
    try {
      await navigator.clipboard.writeText(invited.url)
    } catch {
      showToast('Failed to copy invite link. Please try again.', { problem: true })
      setRefused(true)
      return
    }
    showToast('Invite link copied to clipboard. You can now send it via your messaging app.')
    navigate(invites)
  }

  const cancel = () => {
    const { idx } = window.history.state as { idx?: number }
    // In a tab that began here, one page back is nowhere.
    if (idx === 0) navigate('/connections', { replace: true })
    else navigate(-1)
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
            setAttempt(newAttemptKey())
          }}
          fields={[
            { name: 'inviteeName', label: "Friend's Name", isRequired: true, autoComplete: 'off' },
            { name: 'inviteePhoneNumber', label: 'Phone Number', type: 'phone', isRequired: true },
          ]}
          send={async (body) => {
            const answer = await mutateAsync({ body, attempt }).catch(inWords)
            await tell(answer, body.inviteeName)
          }}
          submitLabel="Send Invite"
          submitSize="large"
          isSubmitWide
        />
      </div>
      <ConfirmDialog
        title="Caregiver not found. Invite User?"
        text={`Copy a link for ${invited?.name ?? 'your friend'} and send it with your messaging app.`}
        art={<PostArt />}
        confirmLabel="Copy"
        isOpen={invited !== null}
        onConfirm={copy}
        onCancel={cancel}
      >
        {invited && (
          <ShareButton
            wide
            what={{ title: brand, text: `Let’s arrange playdates on ${brand}`, url: invited.url }}
            onShared={() => navigate(invites)}
          />
        )}
        {isRefused && (
          <div>
            <p className="small quiet">You can also copy it from here:</p>
            <p className="friend__link">{invited?.url}</p>
          </div>
        )}
      </ConfirmDialog>
    </>
  )
}

/** The words for what may go wrong; field prompts go on to the form. */
function inWords(error: unknown): Promise<never> {
  if (!(error instanceof ApiError) || error.fields || error.status === 401) throw error
  return complain(textOf(error))
}

/** As a toast, and as the form's prompt for whoever looked away. */
function complain(text: string): Promise<never> {
  showToast(text, { problem: true })
  return Promise.reject(text)
}

function textOf({ status, message, isServersText }: ApiError): string {
  if (status === 0) return 'No response from the server. Please try again later.'
  if (message.toLowerCase().includes('connection with this user already exists')) {
    return 'A connection with this phone number already exists.'
  }
  // What the caregiver can do something about is worth its own words: one's own number, or too many invites.
  const isTheirs = isServersText && (message === connectionTexts.oneself || status === 429)
  return isTheirs ? message : 'An error occurred. Please try again.'
}
