import {
  getAfternoon,
  getPlaydateAfternoon,
  saveAfternoon,
} from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import {
  chooseCalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  getCalendarFeed,
  getPlaydateCalendar,
} from '@tagalong/contract/features/calendar/calendar.contract.ts'
import {
  createWebsocketTicket,
  getRoom,
  markRoomRead,
  sendMessage,
} from '@tagalong/contract/features/chat/chat.contract.ts'
import { askNext, getAsk, stopAsking } from '@tagalong/contract/features/playdates/asks.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  acceptEvent,
  getEventResponse,
  listEventResponses,
  rejectEvent,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerSeries, getSeries, stopSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { answerOffer, setCapacity } from '@tagalong/contract/features/playdates/spots.contract.ts'
import { suggestTimes } from '@tagalong/contract/features/playdates/suggestions.contract.ts'
import { inHours } from '#test/full-hours.ts'
import type { Ids, Line, World } from './line.ts'

const future = () => [inHours(50).toISOString()]
const proposal = (ids: Ids, world: World) => ({
  type: 'single',
  ownerChildren: [world.owner.children[0]],
  recipientChildren: [ids.child],
  proposedLocations: { option1: 'The zoo' },
  proposedTimes: future(),
})
const onlyGuests = { all: 404, owner: 403, recipient: 200, waiting: 200, guardian: 403 }

/** Lines of playdates, their chats, calendars and afternoons. */
export const playdateLines: Line[] = [
  {
    endpoint: getEventResponse,
    request: (ids) => ({ params: { playdateId: ids.event } }),
    expect: onlyGuests,
    missing: 404,
  },
  {
    endpoint: listEventResponses,
    request: (ids) => ({ params: { playdateId: ids.event } }),
    expect: { all: 404, owner: 200, recipient: 200, waiting: 200, guardian: 200 },
    missing: 404,
  },
  ...[acceptEvent, rejectEvent].map((endpoint) => ({
    endpoint,
    request: (ids: Ids) => ({ params: { playdateId: ids.event } }),
    expect: onlyGuests,
    missing: 404,
  })),
  {
    endpoint: respondToEvent,
    request: (ids) => ({ body: { playdate: ids.event, response: 'accepted' } }),
    expect: onlyGuests,
    missing: 404,
  },
  // No spot is kept for the family that waits there; spots.test.ts covers the rest.
  {
    endpoint: answerOffer,
    request: (ids) => ({ params: { playdateId: ids.event }, body: { response: 'accepted' } }),
    expect: { ...onlyGuests, recipient: 409, waiting: 409 },
    missing: 404,
  },
  {
    endpoint: setCapacity,
    request: (ids) => ({ params: { playdateId: ids.event }, body: { capacity: 200, version: 1 } }),
    expect: { all: 404, owner: 200, recipient: 403, waiting: 403, guardian: 403 },
    missing: 404,
  },
  {
    endpoint: suggestTimes,
    request: (ids) => ({ body: { ownChildren: [ids.ownChild], otherChildren: [ids.child] } }),
    expect: { all: 404, owner: 200, recipient: 400 },
    missing: 404,
  },
  // An order is its maker's alone.
  {
    endpoint: getAsk,
    request: (ids) => ({ params: { id: ids.ask } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  {
    endpoint: askNext,
    request: (ids) => ({ params: { id: ids.ask }, body: { version: 1 } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  {
    endpoint: stopAsking,
    request: (ids) => ({ params: { id: ids.ask }, body: { version: 1 } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  // A calendar link, or the lack of one, is the caller's own.
  { endpoint: getCalendarFeed, request: () => ({}), expect: { all: 200 } },
  {
    endpoint: createCalendarFeed,
    request: () => ({ body: { saysWhoAndWhere: false } }),
    expect: { all: 201 },
  },
  {
    endpoint: chooseCalendarFeed,
    request: () => ({ body: { saysWhoAndWhere: true } }),
    expect: { all: 404 },
  },
  { endpoint: deleteCalendarFeed, request: () => ({}), expect: { all: 404 } },
  {
    endpoint: getPlaydateCalendar,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 409, recipient: 409, guardian: 409 },
    missing: 404,
  },
  // A request isn't confirmed, so nothing of it is shown.
  {
    endpoint: getPlaydateAfternoon,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  // Everybody has an afternoon of their own; a line belongs to the child's guardians.
  { endpoint: getAfternoon, request: () => ({}), expect: { all: 200 } },
  {
    endpoint: saveAfternoon,
    request: (ids) => ({
      body: {
        showsNumber: true,
        notes: [{ child: ids.ownChild, text: 'Nut allergy', isShown: true, version: 0 }],
      },
    }),
    expect: { all: 404, owner: 200, guardian: 200 },
    missing: 404,
  },
  { endpoint: listPlaydates, request: () => ({ query: { status: 'accepted' } }), expect: { all: 200 } },
  {
    endpoint: getPlaydate,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: createPlaydate,
    // The owner's child on one side, the recipient's on the other: only those two see both.
    request: (ids, world) => ({ body: proposal(ids, world) }),
    expect: { all: 404, owner: 200, recipient: 400 },
    missing: 404,
  },
  {
    endpoint: counterPlaydate,
    request: (ids, world) => ({
      params: { id: ids.playdate },
      body: { ...proposal({ ...ids, child: world.recipient.children[0] ?? '' }, world), version: 1 },
    }),
    expect: { all: 404, owner: 409, recipient: 200, guardian: 409 },
    missing: 404,
  },
  {
    endpoint: acceptPlaydate,
    request: (ids) => ({
      body: { id: ids.playdate, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() },
    }),
    expect: { all: 404, owner: 409, recipient: 200, guardian: 409 },
    missing: 404,
  },
  {
    endpoint: rejectPlaydate,
    request: (ids) => ({ body: { id: ids.playdate } }),
    expect: { all: 404, owner: 409, recipient: 200, guardian: 409 },
    missing: 404,
  },
  {
    endpoint: cancelPlaydate,
    request: (ids) => ({ body: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 403, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: getSeries,
    request: (ids) => ({ params: { id: ids.series } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: answerSeries,
    request: (ids) => ({
      params: { id: ids.series },
      body: { dates: [{ playdate: ids.playdate, version: 1, response: 'accepted' }] },
    }),
    expect: { all: 404, owner: 403, recipient: 200, guardian: 403 },
    missing: 404,
  },
  {
    endpoint: stopSeries,
    request: (ids) => ({ params: { id: ids.series }, body: { from: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: getRoom,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: sendMessage,
    request: (ids) => ({ body: { chatRoom: ids.room, message: { text: 'Hello' } } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: markRoomRead,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  { endpoint: createWebsocketTicket, expect: { all: 200 } },
]
