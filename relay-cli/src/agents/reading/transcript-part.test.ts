import { appendFileSync, closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_LIMITS, TranscriptPart } from '@fairlead/protocol/agents/agents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { everyRecord } from '../../../test/mock-claude/every-record.ts'
import { hostileLines } from '../../../test/mock-claude/hostile.ts'
import { Records } from '../../../test/mock-claude/records.ts'
import { type PartAsked, readPart } from './transcript-part.ts'

const START = Date.UTC(2026, 10, 28, 12)
const cleanups = new Cleanups()
let path: string
let records: Records

beforeEach(() => {
	path = join(cleanups.add(temporaryFolder(), (made) => made.remove()).path, 's.jsonl')
	records = new Records({ sessionId: 's', cwd: '/w', now: () => START })
})
afterEach(() => cleanups.run())

const write = (...lines: readonly string[]) => appendFileSync(path, `${lines.join('\n')}\n`)
async function read(asked: PartAsked = {}): Promise<TranscriptPart> {
	const part = await readPart(path, 's', asked)
	expect(JSON.stringify(part).length).toBeLessThan(300 * 1024)
	return TranscriptPart.parse(part)
}
const texts = ({ entries }: TranscriptPart) => entries.map(({ text }) => text)

it('a transcript shows each kind of record, and nothing of what only Claude Code needs', async () => {
	write(...everyRecord(records))
	const { entries, from, to, size } = await read()
	expect({ from, to }).toEqual({ from: 0, to: size })
	expect(entries.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
		'note: The conversation before this was cleared.',
		'prompt: /review die Tür',
		'text: I begin.',
		'note: Interrupted.',
		'prompt: Größe der Tür: ändere „door.ts“ — bitte 🚪',
		'thinking: Where is the door? 🤔',
		'text: I look for it.',
		'tool: Searching code',
		'tool: Reading door.ts',
		'result: src/door.ts',
		'result: 1→const width = 3\n(a picture)',
		'tool: Editing door.ts',
		'result: The file was updated.',
		'tool: Running: npm test',
		'result: Error: 1 failed',
		'tool: Using mcp__doors__open',
		'result: (a picture)',
		'tool: Using web_search',
		'tool: Subtask: Find the tests',
		'text: Here.',
		'result: Done. agentId: a1',
		'tool: Subtask: Paint the door',
		'result: Done. agentId: a2',
		'note: A background task has ended.',
		'text: API Error: 529 — überlastet',
		'note: Conversation compacted',
		'note: This session is being continued from an earlier one.',
		'prompt: As in this picture',
		'text: The door is wider now: 4 statt 3 ✓',
		'note: End of the turn.',
	])
	expect(entries[11]).toMatchObject({
		at: START,
		changes: [{ path: '/w/src/door.ts', before: 'const width = 3', after: 'const width = 4 // ü' }],
	})
	expect(entries[14]).toMatchObject({ failed: true, toolId: 'toolu_4' })
})

it('a transcript is paged to its beginning and to its end without a gap and without repeating anything', async () => {
	for (let at = 0; at < 700; at++) write(records.prompt(`number ${at}`))
	const all = Array.from({ length: 700 }, (_, at) => `number ${at}`)
	let part = await read()
	const back = texts(part)
	while (part.from > 0) {
		part = await read({ before: part.from })
		back.unshift(...texts(part))
	}
	expect(back).toEqual(all)
	const forth: string[] = []
	for (let after = 0; ; after = part.to) {
		part = await read({ after })
		forth.push(...texts(part))
		if (part.to === part.size) break
	}
	expect(forth).toEqual(all)
})

it('a transcript leaves a line out until it is whole, and begins behind one that is cut', async () => {
	write(records.prompt('one'))
	const { size } = await read()
	const next = records.prompt('two')
	appendFileSync(path, next.slice(0, 40))
	expect(await read()).toMatchObject({ to: size, entries: [{ text: 'one' }] })
	expect(await read({ after: size })).toMatchObject({ from: size, to: size, entries: [] })
	appendFileSync(path, `${next.slice(40)}\n`)
	expect(texts(await read({ after: size }))).toEqual(['two'])
	expect(texts(await read({ after: 3 }))).toEqual(['two'])
	expect(texts(await read({ before: size }))).toEqual(['one'])
	expect(texts(await read({ before: size + 3 }))).toEqual(['one'])
	expect(await read({ before: 10 ** 12 })).toMatchObject({ entries: [{}, {}] })
	expect(await read({ after: 10 ** 12 })).toMatchObject({ entries: [] })
})

it('a transcript of 200 MB opens at its end by reading its end only', async () => {
	const file = openSync(path, 'w')
	// A hole takes no room on the disk; reading through it would find one line of 200 MB.
	ftruncateSync(file, 200 * 1024 * 1024)
	closeSync(file)
	appendFileSync(path, '\n')
	for (let at = 0; at < 300; at++) write(records.prompt(`number ${at}`))
	const part = await read()
	expect(part.entries).toHaveLength(AGENT_LIMITS.entries)
	expect(texts(part).at(-1)).toBe('number 299')
	expect(part.from).toBeGreaterThan(200 * 1024 * 1024)
})

it('a transcript that is gone says so', async () => {
	expect(await readPart(`${path}.missing`, 's', {})).toBeNull()
	writeFileSync(path, '')
	expect(await read()).toEqual({ sessionId: 's', size: 0, from: 0, to: 0, entries: [] })
})

describe('what is too long', () => {
	it('is cut, and said to be', async () => {
		write(records.text(`begin ${'word '.repeat(10_000)}`))
		const [entry] = (await read()).entries
		expect(entry?.text.length).toBeLessThanOrEqual(AGENT_LIMITS.text)
		expect(entry?.text).toMatch(/^begin word .* … \(50,006 characters\)$/)
	})

	it('is a line with a picture of megabytes: a note stands for it', async () => {
		write(
			records.prompt('look'),
			records.result('t1', 'A'.repeat(2_000_000)),
			records.text('Seen.'),
		)
		expect(texts(await read())).toEqual(['look', 'A line that is too long to show.', 'Seen.'])
		expect(texts(await read({ after: 0 }))).toEqual(texts(await read()))
	})

	it('is one record with a hundred long results: each is shorter', async () => {
		const part = { type: 'tool_result', content: 'word '.repeat(2_000) }
		const parts = Array.from({ length: 100 }, (_, at) => ({ ...part, tool_use_id: `t${at}` }))
		write(records.prompt(parts))
		expect((await read()).entries).toHaveLength(100)
	})

	it('is an answer: it has fewer lines, the newest', async () => {
		for (let at = 0; at < 100; at++) write(records.text(`${at} ${'word '.repeat(2_000)}`))
		const part = await read()
		expect(part.entries.length).toBeLessThan(40)
		expect(part.entries.at(-1)?.text).toMatch(/^99 /)
		expect(part.from).toBeGreaterThan(0)
	})
})

describe('secrets', () => {
	const SECRET = 'sk-ant-api03-Zx9Qw8Er7Ty6Ui5Op4As3Df2Gh1Jk0Lz'

	it('are hidden in every kind of entry', async () => {
		write(
			records.prompt(`use API_KEY=${SECRET}`),
			records.text(`I use ${SECRET}.`),
			records.thinking(`password: ${SECRET}`),
			records.tool('t1', 'Bash', {
				command: `curl -H "Authorization: Bearer ${SECRET}" x`,
				env: { token: SECRET },
			}),
			records.tool('t2', 'Write', {
				file_path: 'a.json',
				content: `{\n  "password": "${SECRET}"\n}`,
			}),
			records.tool('t3', 'Edit', {
				file_path: 'a',
				old_string: `key=${SECRET}`,
				new_string: `api_key: '${SECRET}'`,
			}),
			records.result('t1', [{ type: 'text', text: `token=${SECRET}` }]),
			...records.compacted().map((line) => line.replace('compacted', `secret=${SECRET}`)),
		)
		const shown = JSON.stringify(await read())
		expect(shown).toContain('(hidden)')
		expect(shown).not.toContain(SECRET)
		expect(shown).not.toContain(SECRET.slice(10))
	})

	it('are hidden where only the word before them says so, also in a file within a string', async () => {
		const content = '{\n  "password": "letmein-letmein",\n  "color": "blue"\n}'
		write(records.tool('t1', 'Write', { file_path: 'a.json', content }))
		const shown = JSON.stringify(await read())
		expect(shown).not.toContain('letmein')
		expect(shown).toContain('blue')
	})

	it('are not found by a search for their letters', async () => {
		write(records.prompt(`use API_KEY=${SECRET}`))
		expect((await read({ find: SECRET.slice(0, 12) })).entries).toEqual([])
	})

	it('of files that usually hold them are not shown at all', async () => {
		write(
			records.tool('t1', 'Read', { file_path: '/w/.env' }),
			records.result('t1', 'COLOR=blue', {
				toolUseResult: { file: { filePath: '/w/.env', content: 'COLOR=blue' } },
			}),
			records.tool('t2', 'Write', { file_path: '/w/.env', content: 'COLOR=blue' }),
			records.tool('t3', 'Edit', {
				file_path: '/w/.env',
				old_string: 'COLOR=blue',
				new_string: 'COLOR=red',
			}),
		)
		const shown = JSON.stringify(await read())
		expect(shown).not.toMatch(/blue|red"/)
		expect(shown).toContain('usually holds secrets')
	})
})

describe('a search', () => {
	it('finds text in any case of letters, and says where it stopped', async () => {
		write(records.prompt('The DOOR is here'), records.tool('t1', 'Grep', { pattern: 'door "x"' }))
		write(records.text('nothing'))
		expect((await read({ find: 'door' })).entries.map(({ kind }) => kind)).toEqual([
			'prompt',
			'tool',
		])
		expect(await read({ find: 'door', before: 100 })).toMatchObject({ from: 0, entries: [] })
		expect((await read({ find: 'Tür' })).entries).toEqual([])
	})

	it('looks through a bounded part at once, and comes to the beginning when asked again', async () => {
		write(records.prompt('needle'))
		const hay = records.text('hay '.repeat(20_000))
		for (let at = 0; at < 130; at++) write(hay)
		let part = await read({ find: 'needle' })
		expect(part.entries).toEqual([])
		expect(part.from).toBeGreaterThan(0)
		while (part.from > 0) part = await read({ find: 'needle', before: part.from })
		expect(texts(part)).toEqual(['needle'])
	})
})

describe('10,000 hostile lines', () => {
	const hostile = hostileLines(10_000)
	/** Reads part after part until `next` returns null. */
	async function through(
		first: PartAsked,
		next: (part: TranscriptPart) => PartAsked | null,
	): Promise<TranscriptPart['entries']> {
		const entries: TranscriptPart['entries'] = []
		for (let asked: PartAsked | null = first; asked; ) {
			const part = await read(asked)
			entries.push(...part.entries)
			asked = next(part)
		}
		return entries.sort((a, b) => a.byte - b.byte)
	}
	const older = ({ from }: TranscriptPart) => (from > 0 ? { before: from } : null)

	it('are valid parts in both directions, with the same entries', async () => {
		write(...hostile)
		const back = await through({}, older)
		const forth = await through({ after: 0 }, ({ to, size }) => (to < size ? { after: to } : null))
		expect(back.length).toBeGreaterThan(1_000)
		expect(forth).toEqual(back)
	})

	it('are searched to the beginning, and what is found has the words', async () => {
		write(records.prompt('a needle'), ...hostile, records.text('Needle'))
		for (const find of ['needle', '"', '🚪']) {
			const found = await through({ find }, (part) => {
				const next = older(part)
				return next && { ...next, find }
			})
			const has = found.map((entry) => JSON.stringify(Object.values(entry)).toLowerCase())
			expect(has.every((text) => text.includes(JSON.stringify(find).slice(1, -1)))).toBe(true)
			if (find === 'needle') expect(found).toHaveLength(2)
		}
	})
})
