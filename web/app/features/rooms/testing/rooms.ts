import type { Note, Room } from '@docketbox/contract/rooms/schemas'

const ROOM_ID = '01a1f98c-b7c0-73be-90be-d80dc65f7534'
export const room: Room = {
  _id: ROOM_ID,
  email: 'sam@example.com',
  years: ['2024-25', '2025-26'],
  until: '2027-02-20',
  withOriginals: true,
  hasPasscode: false,
  status: 'active',
  createdAt: '2026-11-22T02:00:00.000Z',
  revokedAt: null,
  firstOpenedAt: null,
  lastAccessAt: null,
}
export const question: Note = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7001',
  room: ROOM_ID,
  email: 'sam@example.com',
  kind: 'request',
  author: 'guest',
  incomeYear: '2025-26',
  receipt: null,
  receiptTitle: null,
  text: 'Which vehicle?',
  label: null,
  createdAt: '2026-11-22T02:00:00.000Z',
  answeredAt: null,
  answer: null,
  answerReceipt: null,
  answerReceiptTitle: null,
  isAccepted: null,
  hasChanged: false,
}

export const listed = <Doc>(docs: Doc[]) => ({ docs, page: 1, totalPages: 1, totalDocs: docs.length })
