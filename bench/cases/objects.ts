/** The work of the objects, counted inside workerd: rows, bytes, requests, and what waiting holds. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/paths.ts'
import { MESSAGES_PER_REQUEST, OBJECT_GB, PRICE_USD } from '../prices.ts'
import type { Row, Section } from '../report.ts'

const AIM_ROWS = 40
/** AIChatAgent of the `agents` package, measured by the same count: 26 + deltas / 10. */
const PEER_ROWS = 226
const TURNS = 1_000
/** A model writes about this many deltas a second; meanwhile the conversation's object is awake. */
const DELTAS_PER_SECOND = 60
const DELTAS = 2_000
/** Per model call of a turn with tools: it thinks, then writes little. */
const TOOL_STEP_SECONDS = 4
/** The room is awake while it handles a frame or a call, about this long. */
const ROOM_SECONDS_PER_REQUEST = 0.005
/** CPU of the Worker itself per request: routing, session, passing the stream on. */
const WORKER_CPU_MS = 3

/** The counts of `objects/meters.ts`, inside workerd. */
interface StorageCount {
	readonly rowsRead: number
	readonly rowsWritten: number
	readonly bytesWritten: number
	/** Rows written, by the first words of the statement. */
	readonly byStatement: Readonly<Record<string, number>>
}

interface Counts {
	readonly rows: Readonly<Record<string, StorageCount>>
	readonly replay: {
		readonly chunks: number
		readonly blocks: number
		readonly whole: { readonly bytes: number; readonly rowsRead: number }
		readonly rest: { readonly bytes: number; readonly rowsRead: number }
	}
	readonly waiting: Readonly<
		Record<
			string,
			{
				readonly timers: number
				readonly calls: number
				readonly wakes: number
				readonly rows: number
				readonly conversationAlarmHours: number | null
				readonly roomAlarmHours: number | null
			}
		>
	>
	readonly cost: {
		readonly editorCalls: number
		readonly objectCalls: Readonly<Record<string, number>>
		readonly relayFrames: number
		readonly room: StorageCount
		readonly conversation: StorageCount
		readonly database: { readonly rowsRead: number; readonly rowsWritten: number }
	}
}

async function count(): Promise<Counts> {
	const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[
			vitest,
			'run',
			'--config',
			join(ROOT, 'bench', 'objects', 'vitest.config.ts'),
			'objects.workerd',
		],
		{ cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
	)
	const line = (word: string): never => {
		const found = new RegExp(`${word} (\\{.*\\})`).exec(stdout)
		if (!found) throw new Error(`No figures of ${word} came back.\n${stdout.slice(-2_000)}`)
		return JSON.parse(String(found[1])) as never
	}
	return {
		rows: line('ROWS'),
		replay: line('REPLAY'),
		waiting: line('WAITING'),
		cost: line('COST'),
	}
}

export async function objects(): Promise<Section[]> {
	const counts = await count()
	return [rows(counts), cost(counts), replay(counts), waiting(counts)]
}

function rows(counts: Counts): Section {
	const entries = Object.entries(counts.rows)
	const name = (history: string): string => `${Number(history).toLocaleString('en-US')} messages`
	return {
		title:
			'Storage of a turn of 2,000 deltas, by length of history (indexes, deletions and alarms counted)',
		rows: [
			...entries.map(([history, { rowsWritten, byStatement }]): Row => {
				const largest = Object.entries(byStatement)
					.filter(([, n]) => n > 0)
					.sort(([, a], [, b]) => b - a)
					.slice(0, 4)
					.map(([what, n]) => `${what} ${n}`)
				return {
					what: `rows written after ${name(history)}`,
					value: rowsWritten,
					unit: 'rows',
					aim: `≤ ${AIM_ROWS}`,
					met: rowsWritten <= AIM_ROWS,
					note: `${largest.join(', ')}; AIChatAgent: ${PEER_ROWS}`,
				}
			}),
			...entries.map(
				([history, { bytesWritten }]): Row => ({
					what: `bytes written after ${name(history)}`,
					value: Math.round(bytesWritten / 1024),
					unit: 'KB',
				}),
			),
			...entries.map(
				([history, { rowsRead }]): Row => ({
					what: `rows read after ${name(history)}`,
					value: rowsRead,
					unit: 'rows',
					note: 'what the model is sent, until its window is full',
				}),
			),
		],
	}
}

interface Bill {
	readonly what: string
	readonly workerRequests: number
	readonly objectRequests: number
	readonly objectSeconds: number
	readonly rowsRead: number
	readonly rowsWritten: number
	readonly database: { readonly rowsRead: number; readonly rowsWritten: number }
}

function cost({ rows, cost: turn }: Counts): Section {
	const calls = Object.values(turn.objectCalls).reduce((a, b) => a + b, 0)
	const ofRoom = Object.entries(turn.objectCalls)
		.filter(([method]) => method.startsWith('ROOM.'))
		.reduce((sum, [, n]) => sum + n, 0)
	const text = rows['10'] ?? Object.values(rows)[0]
	if (!text) throw new Error('No rows were counted.')
	const modelCalls = turn.objectCalls['ROOM.customTools'] ?? 1
	const bills: Bill[] = [
		{
			what: `an answer of ${DELTAS.toLocaleString('en-US')} deltas, no tools`,
			workerRequests: 1,
			// Like the other turn, without the cost of its editor calls.
			objectRequests: calls - 2 * turn.editorCalls,
			objectSeconds: DELTAS / DELTAS_PER_SECOND,
			rowsRead: text.rowsRead,
			rowsWritten: text.rowsWritten,
			database: turn.database,
		},
		{
			what: `${turn.editorCalls} editor calls in ${modelCalls} model calls`,
			workerRequests: 1,
			objectRequests: calls + turn.relayFrames / MESSAGES_PER_REQUEST,
			objectSeconds:
				modelCalls * TOOL_STEP_SECONDS + (ofRoom + turn.relayFrames) * ROOM_SECONDS_PER_REQUEST,
			rowsRead: turn.conversation.rowsRead + turn.room.rowsRead,
			rowsWritten: turn.conversation.rowsWritten + turn.room.rowsWritten,
			database: turn.database,
		},
	]
	return {
		title: `Cost of ${TURNS.toLocaleString('en-US')} turns at Cloudflare's published prices of 2026-11-22, model not included`,
		rows: bills.flatMap((bill) => {
			const parts: [string, number, number][] = [
				['Worker requests', bill.workerRequests, PRICE_USD.workerRequest],
				['Worker CPU ms', bill.workerRequests * WORKER_CPU_MS, PRICE_USD.workerCpuMs],
				['object requests', bill.objectRequests, PRICE_USD.objectRequest],
				['object GB-s', bill.objectSeconds * OBJECT_GB, PRICE_USD.objectGbSecond],
				['object rows read', bill.rowsRead, PRICE_USD.rowRead],
				['object rows written', bill.rowsWritten, PRICE_USD.rowWritten],
				['D1 rows read', bill.database.rowsRead, PRICE_USD.rowRead],
				['D1 rows written', bill.database.rowsWritten, PRICE_USD.rowWritten],
			]
			const total = parts.reduce((sum, [, n, price]) => sum + n * price, 0) * TURNS
			return [
				...parts.map(
					([what, n, price]): Row => ({
						what: `${bill.what}: ${what}`,
						value: Math.round(n * price * TURNS * 10_000) / 10_000,
						unit: '$',
						note: `${Math.round(n * 100) / 100} a turn × $${(price * 1_000_000).toPrecision(3)} a million`,
					}),
				),
				{ what: `${bill.what}: together`, value: Math.round(total * 1_000) / 1_000, unit: '$' },
			]
		}),
	}
}

function replay({ replay: { chunks, blocks, whole, rest } }: Counts): Section {
	return {
		title: `A message of ${chunks.toLocaleString('en-US')} chunks, read again after its object was evicted`,
		rows: [
			{ what: 'blocks stored', value: blocks, unit: 'rows' },
			{ what: 'the whole: bytes', value: Math.round(whole.bytes / 1024), unit: 'KB' },
			{ what: 'the whole: rows read', value: whole.rowsRead, unit: 'rows' },
			{
				what: 'the last 100 chunks by cursor: bytes',
				value: Math.round(rest.bytes / 1024),
				unit: 'KB',
			},
			{ what: 'the last 100 chunks by cursor: rows read', value: rest.rowsRead, unit: 'rows' },
		],
	}
}

function waiting({ waiting: cases }: Counts): Section {
	const hours = (at: number | null): string => (at === null ? 'none' : `in ${at.toFixed(1)} h`)
	const residentHour = 3_600 * OBJECT_GB * PRICE_USD.objectGbSecond
	return {
		title:
			'What a run holds while it waits (both objects; evicted at once in the same measurement)',
		rows: Object.entries(cases).flatMap(([on, held]): Row[] => [
			{ what: `for ${on}: timers`, value: held.timers, unit: '', aim: '0', met: held.timers === 0 },
			{
				what: `for ${on}: calls without an answer`,
				value: held.calls,
				unit: '',
				aim: '0',
				met: held.calls === 0,
			},
			{
				what: `for ${on}: alarms that ring once and find nothing to do`,
				value: held.wakes,
				unit: '',
				note: `next: conversation ${hours(held.conversationAlarmHours)}, room ${hours(held.roomAlarmHours)}`,
			},
			{
				what: `for ${on}: rows written while it waits`,
				value: held.rows,
				unit: 'rows',
			},
			{
				what: `for ${on}: duration billed per hour`,
				value: 0,
				unit: 'GB-s',
				note: `two resident objects: ${Math.round(2 * 3_600 * OBJECT_GB)} GB-s, $${(2 * residentHour).toFixed(4)}`,
			},
		]),
	}
}
