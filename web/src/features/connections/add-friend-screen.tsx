import {
  connectionTexts,
  createConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { phonePrompt } from '@tagalong/contract/values/phone.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#lib/api.ts'
import { newAttemptKey } from '#lib/attempt-key.ts'
import { clearDraft, useDraft } from '#lib/draft.ts'
import { useForm } from '#lib/form.ts'
import PostArt from '#ui/art/scene-post.svg?react'
import FriendArt from '#ui/art/tile-friend.svg?react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Prompt, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { isPhoneNumber, PhoneField } from '#ui/phone-field.tsx'
import { showToast } from '#ui/toast.tsx'
import './connections.css'
import { useCreateConnection } from './connections.queries.ts'

const draftKey = 'friend'
const invites = '/connections?t=pending'

export function AddFriendScreen() {
  const navigate = useNavigate()
  const [values, setValues] = useDraft(draftKey, { inviteeName: '', inviteePhoneNumber: '' })
  const [invited, setInvited] = useState<{ name: string; url: string } | null>(null)
  // One key for one set of values: pressing again after a lost answer makes no second invitation.
  const [attempt, setAttempt] = useState(() => newAttemptKey())
  const { mutateAsync } = useCreateConnection()
  const form = useForm({
    values,
    setValues: (next) => {
      setValues(next)
      setAttempt(newAttemptKey())
    },
    schema: createConnection.body,
    check: async ({ inviteePhoneNumber }) =>
      (await isPhoneNumber(inviteePhoneNumber)) ? {} : { inviteePhoneNumber: phonePrompt },
    send: async (body) => {
      const answer = await mutateAsync({ body, attempt }).catch(inWords)
      if (!answer) return
      clearDraft(draftKey)
      if (answer.message === connectionTexts.newInvitee && answer.inviteUrl) {
        setInvited({ name: body.inviteeName, url: answer.inviteUrl })
      } else if (answer.message === connectionTexts.existingUser) {
        showToast(`Invite sent to ${body.inviteeName}`)
        navigate(invites)
      } else {
        showToast('An unexpected response was received. Please try again.', { problem: true })
      }
    },
  })

  const copy = async () => {
    if (!invited) return
    try {
      await navigator.clipboard.writeText(invited.url)
    } catch {
      showToast('Failed to copy invite link. Please try again.', { problem: true })
      return
    }
    showToast('Invite link copied to clipboard. You can now send it via your messaging app.')
    navigate(invites)
  }

  return (
    <>
      <PageHeader title="Add Friend" back="/connections" />
      <form className="stack friend__form" noValidate onSubmit={form.submit}>
        <div className="tinted friend__art">
          <FriendArt />
        </div>
        <TextField label="Friend's Name" isRequired autoComplete="off" {...form.field('inviteeName')} />
        <PhoneField
          label="Phone Number"
          name="inviteePhoneNumber"
          isRequired
          value={values.inviteePhoneNumber}
          error={form.errors.inviteePhoneNumber}
          onChange={(number) => form.set('inviteePhoneNumber', number)}
        />
        <p className="hint row friend__hint">
          <Icon name="info" small />
          <span>We look for this one number only. It stays between you and us.</span>
        </p>
        {form.problem && <Prompt>{form.problem}</Prompt>}
        <Button variant="action" size="large" wide type="submit" isPending={form.isPending}>
          Send Invite
        </Button>
      </form>
      <ConfirmDialog
        title="Caregiver not found. Invite User?"
        text={`Copy a link for ${invited?.name ?? 'your friend'} and send it with your messaging app.`}
        art={<PostArt />}
        confirmLabel="Copy"
        isOpen={invited !== null}
        onConfirm={copy}
        onCancel={() => navigate(-1)}
      />
    </>
  )
}

/** The toasts for what may go wrong; field prompts go on to the form. */
function inWords(error: unknown): null {
  if (!(error instanceof ApiError) || error.fields || error.status === 401) throw error
  showToast(textOf(error), { problem: true })
  return null
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
