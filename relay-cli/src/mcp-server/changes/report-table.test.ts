import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { SCHEMA } from '../../platform/database.ts'
import { MAX_REPORTS, ReportTable } from './report-table.ts'

const ROOM = 'https://fairlead.example/p/prj_1'
const OK = { status: 'ok', result: {} } as const
const report = (n: number, content = '') => ({
	id: `mcp_${String(n).padStart(24, '0')}`,
	editorKey: 'relay-1:aaaaaaaaaaaa',
	client: 'Coder',
	name: 'write_file',
	params: { path: 'Assets/A.txt', content },
	callId: `call-${n}`,
	recordId: `group-${n}`,
	at: n,
})

function newTable(): ReportTable {
	const database = new DatabaseSync(':memory:')
	database.exec(SCHEMA)
	return new ReportTable(database)
}

function tableWith(count: number, content = ''): ReportTable {
	const table = newTable()
	for (let n = 1; n <= count; n++) {
		table.begin(ROOM, report(n, content))
		table.end(`call-${n}`, OK)
	}
	return table
}

function all(table: ReportTable): string[] {
	const ids: string[] = []
	for (let next = table.next(ROOM); next; next = table.next(ROOM)) {
		ids.push(next.callId)
		table.drop(next.callId)
	}
	return ids
}

it('the table of reports drops the oldest beyond a number, and beyond a size', () => {
	const many = tableWith(MAX_REPORTS + 5)
	many.prune(MAX_REPORTS)
	const left = all(many)
	expect(left).toHaveLength(MAX_REPORTS)
	expect(left[0]).toBe('call-6')
	const large = tableWith(80, 'x'.repeat(499_000))
	large.prune(80)
	const kept = all(large)
	expect(kept.length).toBeLessThan(70)
	expect(kept.at(-1)).toBe('call-80')
})

it('the table of reports gives calls in the order in which they ended, and none that has not', () => {
	const table = newTable()
	for (const n of [1, 2, 3]) table.begin(ROOM, report(n))
	expect(table.next(ROOM)).toBeNull()
	expect([table.end('call-3', OK), table.end('call-1', OK)]).toEqual([ROOM, ROOM])
	// A repeated request gets the first outcome.
	expect(table.end('call-1', OK)).toBeNull()
	expect(all(table)).toEqual(['call-3', 'call-1'])
	expect(table.unfinishedBefore(10)).toEqual(['call-2'])
})

it('a report shortens a long result, and keeps no attachment', () => {
	const table = tableWith(0)
	table.begin(ROOM, report(1))
	const attachments = [{ name: 'a.png', mediaType: 'image/png' as const, base64: 'AAAA' }]
	table.end('call-1', { status: 'ok', result: { text: 'x'.repeat(500_000) }, attachments })
	expect(JSON.stringify(table.next(ROOM)?.outcome).length).toBeLessThan(70_000)
	expect(table.next(ROOM)?.outcome).not.toHaveProperty('attachments')
})

it('a report tells a call whose arguments are too long for a server, with what is short of them', () => {
	const table = tableWith(1, 'x'.repeat(600_000))
	expect(table.next(ROOM)).toMatchObject({
		callId: 'call-1',
		name: 'write_file',
		outcome: OK,
		params: { path: 'Assets/A.txt', content: '(600000 characters, left out)' },
	})
	table.drop('call-1')
	const edits = [{ find: 'a', replace: 'b'.repeat(600_000) }]
	table.begin(ROOM, { ...report(2), name: 'edit_file', params: { path: 'Assets/A.txt', edits } })
	table.end('call-2', OK)
	expect(table.next(ROOM)?.params).toEqual({ path: 'Assets/A.txt' })
	// Many that are short, or that have long names.
	const many = Object.fromEntries([...Array(700)].map((_, n) => [`${n}`, 'y'.repeat(900)]))
	table.drop('call-2')
	table.begin(ROOM, { ...report(3), params: { ...many, ['z'.repeat(600_000)]: 1 } })
	table.end('call-3', OK)
	expect(JSON.stringify(table.next(ROOM)?.params).length).toBeLessThan(30_000)
})
