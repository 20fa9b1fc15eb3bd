import type { Group } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { brand } from '#lib/brand.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyQrCode } from '#ui/qr/lazy-qr-code.tsx'
import { groupLink } from '../group-link.ts'

/** A poster for a noticeboard. The code is printed but hidden on the screen. */
export function GroupPoster({ group, onClose }: { group: Group; onClose: () => void }) {
  const link = groupLink(group._id)
  return (
    <Dialog
      title={m.groups_qr_code()}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="action" onPress={() => window.print()}>
          <Icon name="print" small />
          {m.groups_poster_print()}
        </Button>
      }
    >
      <div className="poster">
        <p className="poster__brand">{brand}</p>
        <h3>
          <bdi>{group.name}</bdi>
        </h3>
        <div className="poster__qr">
          <LazyQrCode text={link} label={m.groups_qr_code_label({ name: group.name })} />
        </div>
        <p>{m.groups_poster_scan()}</p>
        <p className="poster__link">{link}</p>
        <p className="poster__code">
          {m.groups_access_code()}{' '}
          <b className="poster__screen">
            <span aria-hidden="true">••••••••</span>
            <span className="sr">{m.groups_code_hidden()}</span>
          </b>
          <b className="poster__paper">{group.referenceCode}</b>
        </p>
      </div>
      <p className="hint poster__hint">{m.groups_poster_code_shown()}</p>
    </Dialog>
  )
}
