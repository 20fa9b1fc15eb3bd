import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Icon } from '#ui/icon.tsx'
import { groupLink } from '../group-link.ts'
import './copy-group-link.css'
import '#ui/styles/by-hand.css'

const copiedFor = 1500

interface CopyGroupLinkProps {
  groupId: string
  label: string
  /** If set, the link is always shown below this heading, not only if copying fails. */
  heading?: string
}

/** Copies the link to the group's page. */
export function CopyGroupLink({ groupId, label, heading }: CopyGroupLinkProps) {
  const [copies, setCopies] = useState(0)
  const [isCopied, setCopied] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const link = groupLink(groupId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each copy is shown for its own time
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedFor)
    return () => clearTimeout(timer)
  }, [isCopied, copies])
  const copy = async () => {
    const isDone = await copyText(link, m.groups_copy_failed())
    setRefused(!isDone)
    if (!isDone) return
    setCopied(true)
    setCopies((before) => before + 1)
  }
  return (
    <>
      <div className={heading ? 'subhead' : 'row group__head'}>
        {heading && <h2>{heading}</h2>}
        <div role="status">{isCopied && <Badge kind="accepted">{m.groups_copied()}</Badge>}</div>
        <Button variant="action" size="small" onPress={() => void copy()}>
          <Icon name="copy" small />
          {label}
        </Button>
      </div>
      {(isRefused || heading) && (
        <div className="group__byhand">
          {isRefused && <p className="small quiet">{m.common_copy_by_hand()}</p>}
          <p className="byhand">{link}</p>
        </div>
      )}
    </>
  )
}
