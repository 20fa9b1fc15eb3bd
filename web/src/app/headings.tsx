import { m } from '@tagalong/contract/messages.ts'
import type { ComponentProps } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PageHeader } from '#ui/page-header.tsx'

/**
 * Headings of caregivers' screens that don't depend on data and so can be prerendered. Other screens bring their own. A
 * short heading has a sentence below it, or the page's largest text would be painted late.
 */
export const headings: Readonly<Record<string, () => ComponentProps<typeof PageHeader>>> = {
  '/profile': () => ({ title: m.app_title_profile(), subtitle: m.app_profile_subtitle() }),
  '/edit-profile': () => ({ title: m.app_title_edit_profile(), back: '/profile' }),
  '/confirm-number': () => ({ title: m.caregivers_confirm_number(), back: '/' }),
  '/edit-child/new': () => ({ title: m.common_add_child(), ...ofChildren() }),
  '/edit-child/:id': () => ({ title: m.common_edit_child(), ...ofChildren() }),
  '/connections': () => ({ title: m.common_connections() }),
  '/edit-connection/:id': () => ({
    title: m.common_add_friend(),
    subtitle: m.app_add_friend_subtitle(),
    back: '/connections',
  }),
  '/security': () => ({ title: m.app_title_security(), back: '/profile' }),
  '/safety': () => ({ title: m.safety_title(), back: '/profile' }),
  '/your-data': () => ({ title: m.your_data_title(), back: '/profile' }),
  '/notification-settings': () => ({ title: m.notifications_what_and_when_title(), back: '/profile' }),
  '/notifications': () => ({ title: m.common_notifications() }),
  '/view-playdates': () => ({
    title: m.common_playdates(),
    actions: (
      <ButtonLink variant="action" size="small" to="/edit-playdate/new">
        <Icon name="plus" small />
        {m.app_new_playdate()}
      </ButtonLink>
    ),
  }),
}

function ofChildren() {
  return { subtitle: m.app_children_subtitle(), back: '/profile' }
}
