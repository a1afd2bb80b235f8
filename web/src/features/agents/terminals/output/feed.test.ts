import type { OutputPart, ViewerTerminalAct } from '@fairlead/protocol/agents/terminals'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { beforeEach, expect, test } from 'vitest'
import { Feed } from './feed.ts'

const OF = { editorKey: 'relay-1:aaaaaaaaaaaa', terminalId: 'term_aaaaaaaaaaaa' }
/** The room, whose answers the test gives. */
let asked: { act: ViewerTerminalAct; answer: (outcome: CallOutcome) => Promise<void> }[]
let push: (params: unknown) => void
let listening: boolean
let seen: number[]
let screen: string
let failures: (string | null)[]
let viewers: string[]
let feed: Feed

beforeEach(() => {
	asked = []
	seen = []
	screen = ''
	failures = []
	viewers = []
	listening = true
	feed = new Feed(OF, {
		ask: (act) =>
			new Promise((resolve) =>
				asked.push({
					act,
					answer: async (outcome) => {
						resolve(outcome)
						await new Promise(setImmediate)
					},
				}),
			),
		tellSeen: (to) => seen.push(to),
		listen: (listener) => {
			push = listener
			return () => {
				listening = false
			}
		},
		after: () => () => undefined,
		screen: {
			reset: () => {
				screen = ''
			},
			resize: ({ columns, rows }) => {
				screen += `<${columns}x${rows}>`
			},
			write: (data, done) => {
				screen += data
				done()
			},
		},
		onViewer: (viewer) => viewers.push(viewer),
		onFailure: (message) => failures.push(message),
	})
})

const part = (from: number, data: string, more: Partial<OutputPart> = {}): OutputPart => ({
	from,
	to: from + data.length,
	data,
	...more,
})
const followed = (of: OutputPart, viewer = 'page-1'): CallOutcome => ({
	status: 'ok',
	result: { viewer, part: of },
})
const answer = (outcome: CallOutcome) => asked.at(-1)?.answer(outcome)
const output = (of: OutputPart, terminalId = OF.terminalId) => push({ ...OF, terminalId, part: of })

test('a terminal is shown as it is and followed, and what was shown is confirmed', async () => {
	feed.begin()
	expect(asked.map(({ act }) => act)).toEqual([{ ...OF, act: 'follow' }])
	await answer(
		followed({ from: 7, to: 7, data: '$ ', snapshot: true, size: { columns: 80, rows: 24 } }),
	)
	output(part(7, 'ls'))
	output(part(0, 'another terminal'), 'term_bbbbbbbbbbbb')
	push({ nonsense: true })
	expect(screen).toBe('<80x24>$ ls')
	expect(viewers).toEqual(['page-1'])
	expect(seen).toEqual([7])
})

test('the feed goes on where it was after a lost connection, and an answer to the connection before is dropped', async () => {
	feed.begin()
	await answer(followed({ from: 0, to: 2, data: 'ab', snapshot: true }))
	feed.begin()
	const late = asked.at(-1)
	feed.begin()
	expect(asked.at(-1)?.act).toEqual({ ...OF, act: 'follow', from: 2 })
	await late?.answer(failed('internal', 'The connection was lost.'))
	await answer(followed(part(2, 'cd'), 'page-2'))
	expect([screen, failures, viewers]).toEqual(['abcd', [null, null], ['page-1', 'page-2']])
})

test('a gap is filled before what comes behind it', async () => {
	feed.begin()
	await answer(followed({ from: 0, to: 0, data: '', snapshot: true }))
	output(part(2, 'c'))
	expect(asked.at(-1)?.act).toEqual({ ...OF, act: 'follow', from: 0 })
	await answer(followed(part(0, 'ab')))
	expect(screen).toBe('abc')
})

test.each([
	[failed('not_found', 'This terminal was closed.'), 'This terminal was closed.'],
	[{ status: 'ok', result: { part: 1 } } as const, /cannot read/],
])('a terminal that cannot be followed says so, and can be retried', async (outcome, message) => {
	feed.begin()
	await answer(outcome)
	expect(failures).toEqual([expect.stringMatching(message)])
	feed.begin()
	await answer(followed(part(0, 'back')))
	expect([screen, failures.at(-1)]).toEqual(['back', null])
})

test('a page that leaves says so, and shows nothing more', async () => {
	feed.begin()
	const first = asked.at(-1)
	feed.end()
	expect([asked.at(-1)?.act, listening]).toEqual([{ ...OF, act: 'unfollow' }, false])
	await first?.answer(followed(part(0, 'late')))
	expect([screen, viewers]).toEqual(['', []])
})
