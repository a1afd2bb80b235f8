/** The parts of a session that reach its card: tokens, cost, context, title. */
import { beforeEach, describe, expect, it } from 'vitest'
import { Records } from '../../../test/mock-claude/records.ts'
import { readRecord } from '../transcripts/record.ts'
import { reduce } from './reduce.ts'
import { newSession, type Session } from './session.ts'
import { SESSION, START, shownCard } from './test-kit.ts'

let now: number
let session: Session
let records: Records

beforeEach(() => {
	now = START
	session = newSession(now)
	records = new Records({ sessionId: SESSION, cwd: '/w', now: () => now })
})

function write(...lines: readonly string[]): void {
	for (const text of lines) {
		const record = readRecord({ byte: 0, text, isCut: false })
		session = reduce(session, { kind: 'record', record, isSub: false }, now)
	}
}
const card = () => shownCard(session)

describe('tokens and cost', () => {
	it('count each message once, with the newest of its records', () => {
		const id = records.newMessage()
		write(records.text('a', { input: 10, output: 1, read: 1_000, write: 200 }, id))
		write(records.tool('t1', 'Grep', {}, { input: 10, output: 50, read: 1_000, write: 200 }, id))
		write(records.result('t1'))
		write(records.text('b', { input: 5, output: 7, read: 1_200, write: 0 }))
		expect(card().tokens).toEqual({ input: 15, output: 57, cacheRead: 2_200, cacheWrite: 200 })
		expect(card().context).toEqual({ used: 1_212, window: 1_000_000 })
		// Claude Sonnet 5: 2, 10, 0.2 and 2.5 dollars per million.
		const million = 15 * 2 + 57 * 10 + 2_200 * 0.2 + 200 * 2.5
		expect(card().cost).toBeCloseTo(million / 1e6, 9)
	})

	it('count what is cached for an hour at its own price', () => {
		write(records.text('a', { input: 0, output: 0, read: 0, write: 300, hour: 100 }))
		expect(card().cost).toBeCloseTo((200 * 2.5 + 100 * 4) / 1e6, 9)
	})

	it('have no cost for a model without a known price', () => {
		records = new Records({ sessionId: SESSION, cwd: '/w', now: () => now, model: 'some-model' })
		write(records.text('a'))
		expect(card()).toMatchObject({ model: 'some-model', tokens: { output: 20 } })
		expect(card().cost).toBeUndefined()
		expect(card().context).toEqual({ used: 1_124 })
	})
})

describe('the card of a session', () => {
	it('is titled by the first thing it was asked, not by what Claude Code wrote', () => {
		write(
			records.prompt('Caveat: x', { isMeta: true }),
			records.prompt('<local-command-stdout>ls</local-command-stdout>'),
			records.prompt('make the door wider, API_KEY=abcdefghij1234567890'),
			records.prompt('and the window'),
		)
		expect(card().title).toBe('make the door wider, API_KEY=(hidden)')
		write(records.meta('custom-title', { customTitle: 'Doors' }))
		expect(card().title).toBe('Doors')
	})

	it('is titled by a command with what was given to it', () => {
		write(
			records.prompt(
				'<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>issue 3</command-args>',
			),
		)
		expect(card().title).toBe('/fix issue 3')
	})

	it('hides secrets in the names of files and folders', () => {
		const key = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
		write(records.tool('t1', 'Write', { file_path: `/w/${key}.txt` }))
		const shown = shownCard(session, { folder: `keys/${key}` })
		expect(shown.folder).toBe('keys/(hidden)')
		expect(shown.tools.map(({ text }) => text)).toEqual(['Writing (hidden).txt'])
		expect(JSON.stringify(shown)).not.toContain(key)
	})

	it('knows its branch, and its model', () => {
		write(records.prompt('x'), records.text('y'))
		expect(card()).toMatchObject({ branch: 'main', model: 'claude-sonnet-5-20260115' })
	})
})
