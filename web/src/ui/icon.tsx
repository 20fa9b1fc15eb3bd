import type { ComponentType, SVGProps } from 'react'
import Alert from './icons/alert.svg?react'
import Bell from './icons/bell.svg?react'
import Bin from './icons/bin.svg?react'
import Block from './icons/block.svg?react'
import Calendar from './icons/calendar.svg?react'
import Call from './icons/call.svg?react'
import Camera from './icons/camera.svg?react'
import Chat from './icons/chat.svg?react'
import Check from './icons/check.svg?react'
import Clock from './icons/clock.svg?react'
import Copy from './icons/copy.svg?react'
import Cross from './icons/cross.svg?react'
import Down from './icons/down.svg?react'
import Download from './icons/download.svg?react'
import Edit from './icons/edit.svg?react'
import Eye from './icons/eye.svg?react'
import EyeOff from './icons/eye-off.svg?react'
import File from './icons/file.svg?react'
import Home from './icons/home.svg?react'
import Info from './icons/info.svg?react'
import Key from './icons/key.svg?react'
import Laptop from './icons/laptop.svg?react'
import Left from './icons/left.svg?react'
import Link from './icons/link.svg?react'
import Logout from './icons/logout.svg?react'
import Moon from './icons/moon.svg?react'
import More from './icons/more.svg?react'
import Mute from './icons/mute.svg?react'
import People from './icons/people.svg?react'
import Phone from './icons/phone.svg?react'
import Pin from './icons/pin.svg?react'
import Play from './icons/play.svg?react'
import Plus from './icons/plus.svg?react'
import Print from './icons/print.svg?react'
import Profile from './icons/profile.svg?react'
import Qr from './icons/qr.svg?react'
import Refresh from './icons/refresh.svg?react'
import Repeat from './icons/repeat.svg?react'
import Right from './icons/right.svg?react'
import School from './icons/school.svg?react'
import Search from './icons/search.svg?react'
import Send from './icons/send.svg?react'
import Share from './icons/share.svg?react'
import Shield from './icons/shield.svg?react'
import Undo from './icons/undo.svg?react'

const icons = {
  alert: Alert,
  bell: Bell,
  bin: Bin,
  block: Block,
  calendar: Calendar,
  call: Call,
  camera: Camera,
  chat: Chat,
  check: Check,
  clock: Clock,
  copy: Copy,
  cross: Cross,
  down: Down,
  download: Download,
  edit: Edit,
  eye: Eye,
  'eye-off': EyeOff,
  file: File,
  home: Home,
  info: Info,
  key: Key,
  laptop: Laptop,
  left: Left,
  link: Link,
  logout: Logout,
  moon: Moon,
  more: More,
  mute: Mute,
  people: People,
  phone: Phone,
  pin: Pin,
  play: Play,
  plus: Plus,
  print: Print,
  profile: Profile,
  qr: Qr,
  refresh: Refresh,
  repeat: Repeat,
  right: Right,
  school: School,
  search: Search,
  send: Send,
  share: Share,
  shield: Shield,
  undo: Undo,
} satisfies Record<string, ComponentType<SVGProps<SVGSVGElement>>>

export type IconName = keyof typeof icons

/** A decorative icon. It is always beside words, or in an element with a name of its own. */
export function Icon({ name, small, className }: { name: IconName; small?: boolean; className?: string }) {
  const Drawing = icons[name]
  return <Drawing className={['icon', small && 'icon--s', className].filter(Boolean).join(' ')} />
}
