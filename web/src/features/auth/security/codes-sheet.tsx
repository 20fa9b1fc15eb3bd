import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { brand } from '#lib/brand.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Check } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'

/** Shows the recovery codes once. Stays open until the user confirms that they have kept them. */
export function CodesSheet({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const text = [m.auth_codes_of({ brand }), '', ...codes, ''].join('\n')
  const copy = async () => {
    if (await copyText(codes.join('\n'))) showToast(m.auth_codes_copied())
  }
  const finish = () => {
    if (isKept) onClose()
    else setWarned(true)
    return isKept
  }
  return (
    <Dialog
      title={m.auth_codes()}
      isOpen
      onClose={finish}
      footer={
        <Button variant="action" onPress={finish}>
          {m.common_done()}
        </Button>
      }
    >
      <div className="stack">
        <p>{m.auth_codes_note()}</p>
        <ol className="codes" translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="row codes__ways">
          <Button onPress={() => void copy()}>
            <Icon name="copy" small />
            {m.common_copy()}
          </Button>
          <Button onPress={() => save(text)}>
            <Icon name="download" small />
            {m.auth_codes_download()}
          </Button>
        </div>
        <Check
          label={m.auth_codes_kept()}
          checked={isKept}
          error={isWarned && !isKept ? m.auth_codes_keep_first() : undefined}
          onChange={({ target }) => setKept(target.checked)}
        />
      </div>
    </Dialog>
  )
}

function save(text: string): void {
  saveFile(new Blob([text], { type: 'text/plain' }), `${brand.toLowerCase()}-recovery-codes.txt`)
}
