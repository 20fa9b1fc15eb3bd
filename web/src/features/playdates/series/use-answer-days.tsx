import type { Playdate, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import type { Series } from '@tagalong/contract/features/playdates/series.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useState } from 'react'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHasJustChanged } from '#lib/use-has-just-changed.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { showToast } from '#ui/toast.tsx'
import { childrenOf, warningText } from '../playdate-words.ts'
import { useClashes } from '../use-clashes.ts'
import { apart, changedText, LeftDates } from './left-dates.tsx'
import { useAnswerSeries } from './series.queries.ts'

type Dates = Series['dates']

export interface Answering {
  /** The date that was opened. */
  playdate: Playdate
  series: Series
  /** `left` lists the days that were not answered, if any. */
  onConfirmed: (left: ReactNode) => void
}

/** Returns the days that wait for the viewer, which of them are switched on, and how to answer them. */
export function useAnswerDays({ playdate, series, onConfirmed }: Answering) {
  const { timeZone } = useViewer()
  const send = useAnswerSeries(series._id)
  const oneAtATime = useOneAtATime()
  const navigate = useNavigateFromHere()
  const { busyAt, freshBusyAt, isKnown } = useBusy(playdate)
  const [isRefusing, setRefusing] = useState(false)
  const [isChecking, setChecking] = useState(false)
  /** The dates when they were first shown here. */
  const [seen] = useState(series.dates)
  /** Switches by date and version. Initially a date is on unless something speaks against it. */
  const [switched, setSwitched] = useState<Readonly<Record<string, boolean>>>({})
  /** Dates whose answers were not taken. */
  const [left, setLeft] = useState<Series['dates']>([])
  const open = series.dates.filter(({ isOpen }) => isOpen)
  const isOn = (date: Dates[number]) => switched[keyOf(date)] ?? busyAt(date.start) === null
  // A warning that appears later is shown, but switches nothing off.
  const unknown = isKnown ? open.filter((date) => !(keyOf(date) in switched)) : []
  if (unknown.length > 0)
    setSwitched({ ...switched, ...Object.fromEntries(unknown.map((date) => [keyOf(date), isOn(date)])) })
  const on = open.filter(isOn)
  // A new notice above, or a day that is added or removed, moves the days below.
  const hasJustChanged = useHasJustChanged(open.map(keyOf).join())
  const opened = open.find(({ playdate: id }) => id === playdate._id)
  const changed = open.filter(({ playdate: id, version }) =>
    seen.some((each) => each.playdate === id && each.version !== version),
  )

  /** Sends answers and returns what became of them; undefined if none was taken, in which case the page says why. */
  const answer = async (dates: Dates, responseOf: (date: Dates[number]) => Response) => {
    const answers = dates.map((each) => ({
      playdate: each.playdate,
      version: each.version,
      response: responseOf(each),
    }))
    const after = await send.mutateAsync(answers)
    const stayed = dates.filter(({ playdate: id }) => after.left.includes(id))
    if (stayed.length === dates.length) {
      setLeft(stayed)
      return undefined
    }
    const given = after.dates.filter(
      ({ playdate: id }) => !after.left.includes(id) && dates.some((each) => each.playdate === id),
    )
    return { stayed, now: after.dates, isYes: given.some(isYes) }
  }
  const showLeft = (stayed: Dates, now: Dates) => {
    const { changed: others, full } = apart(stayed, now)
    if (others.length > 0) showToast(changedText(others, timeZone))
    else if (full.length > 0) showToast(m.series_no_room())
  }
  const accept = (dates: Dates, isAccepted: (date: Dates[number]) => boolean) =>
    oneAtATime(async () => {
      setChecking(true)
      const busyNow = await freshBusyAt()
      setChecking(false)
      const cameUp = dates.filter(isAccepted).filter(({ start }) => !busyAt(start) && busyNow(start))
      const [first] = cameUp
      if (first) {
        const off = Object.fromEntries(cameUp.map((date) => [keyOf(date), false]))
        setSwitched((before) => ({ ...before, ...off }))
        return showToast(busyNow(first.start) ?? '')
      }
      const done = await answer(dates, (each) => (isAccepted(each) ? 'accepted' : 'rejected'))
      if (!done) return
      const { stayed, now } = done
      if (done.isYes) onConfirmed(stayed.length > 0 && <LeftDates left={stayed} now={now} />)
      else showLeft(stayed, now)
    })
  const refuseAll = () =>
    oneAtATime(async () => {
      const done = await answer(open, () => 'rejected')
      setRefusing(false)
      if (!done) return
      if (done.stayed.length === 0) showToast(m.series_said_no())
      else showLeft(done.stayed, done.now)
      void navigate('/')
    })
  return {
    open,
    /** The dates that get a yes. */
    on,
    isOn,
    turn: (date: Dates[number], isOn: boolean) => setSwitched({ ...switched, [keyOf(date)]: isOn }),
    busyAt,
    opened,
    /** The dates that have changed since they were first shown here. */
    changed,
    /** Dates whose answers were not taken. */
    left,
    /** False while the initial switches are unknown or something has just moved, so that presses would be wrong. */
    isReady: isKnown && !hasJustChanged,
    isAnswering: isChecking || send.isPending,
    isSending: send.isPending,
    problem: send.error?.message,
    acceptOn: () => accept(open, isOn),
    acceptOnly: (date: Dates[number]) => accept([date], () => true),
    refusing: {
      isOpen: isRefusing,
      ask: () => setRefusing(true),
      confirm: refuseAll,
      cancel: () => {
        setRefusing(false)
        send.reset()
      },
    },
  }
}

/**
 * Returns functions that say what speaks against a date; null if nothing does. The viewer or one of their children may
 * have another playdate then or be away.
 */
function useBusy({ durationMinutes, ...playdate }: Playdate) {
  const own = childrenOf({ durationMinutes, ...playdate }).filter(({ isOwn }) => isOwn)
  const { warningsAt, freshWarningsAt, isKnown } = useClashes(own.map(({ _id }) => _id))
  const textBy = (warnings: typeof warningsAt) => (start: string) => {
    const { clash, goesThen, isAway } = warnings({ start, durationMinutes })
    return warningText({ clash: null, goesThen: goesThen || clash !== null, isAway })
  }
  return {
    busyAt: textBy(warningsAt),
    freshBusyAt: async () => textBy(await freshWarningsAt()),
    isKnown,
  }
}

function keyOf({ playdate, version }: Dates[number]): string {
  return `${playdate} ${version}`
}

/** True if both sides confirmed it, or the family goes to it. Waiting in line is not a yes. */
function isYes({ status, response }: Dates[number]): boolean {
  return (response === undefined ? status : response) === 'accepted'
}
