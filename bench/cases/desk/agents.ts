/**
 * Coding agents on a computer: fifty transcripts that grow at once, from the file through the relay and the room to a page;
 * and a transcript of 200 MB. Beside them, in the same run, a script that only reads and parses the same lines.
 */
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open as openFile, readFile, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { hashOf } from '../../../relay-cli/src/agents/transcripts/claude-folder.ts'
import { changeSettings } from '../../../relay-cli/src/home/settings.ts'
import { until } from '../../../relay-cli/test/kit/support.ts'
import { Records } from '../../../relay-cli/test/mock-claude/records.ts'
import { type Stack, startStack } from '../../../scripts/stack/stack.ts'
import { AgentViewer } from '../../agent-viewer.ts'
import type { Row, Section } from '../../report.ts'
import { Script } from '../../script.ts'
import { spread } from '../../stats.ts'

const SESSIONS = 50
const LINES_PER_SECOND = 100
const TITLE_OF_LARGE = 'A long day'
const LAST_MS = 2_000

/** Seconds of CPU that a process has used; NaN where the system has no /proc. */
async function cpuOf(pid: number | undefined): Promise<number> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
	return (Number(fields[11]) + Number(fields[12])) / 100
}

async function crowd(stack: Stack, claude: string, seconds: number): Promise<Section> {
	const viewer = await AgentViewer.join(stack)
	const folder = await realpath(stack.projectFolder)
	const numbers = [SESSIONS, LINES_PER_SECOND, seconds].map(String)
	const sessions = new Script('agent-sessions', [claude, folder, ...numbers])
	await sessions.says('READY')
	const plain = new Script('plain-tail', [join(claude, 'projects', hashOf(folder))])
	try {
		await plain.says('READY')
		await sessions.says('GROWS')
		const { cards } = await viewer.list()
		if (cards.length !== SESSIONS) throw new Error(`The page has ${cards.length} cards.`)
		const pids = [stack.relay.pid, plain.pid]
		const cpu = () => Promise.all(pids.map((pid) => cpuOf(pid)))
		viewer.bytes = 0
		const before = await cpu()
		const [written = 0, ms = 0] = (await sessions.says('DONE')).split(' ').map(Number)
		const after = await cpu()
		// The last commands are on their way.
		await setTimeout(LAST_MS)
		const used = (n: number): number => (100 * ((after[n] ?? 0) - (before[n] ?? 0))) / (ms / 1_000)
		const { p50, p99, count } = spread(viewer.latencies)
		const sent = viewer.bytes
		return {
			title: `${SESSIONS} sessions of ${LINES_PER_SECOND} lines a second, ${seconds} s`,
			rows: [
				{
					what: 'from a line in the file to the status on the page',
					value: Math.round(p50),
					p99: Math.round(p99),
					unit: 'ms',
					note: `${count} of ${SESSIONS * seconds} that lasted half a second`,
				},
				{ what: 'CPU of the relay', value: used(0), unit: '% of a core' },
				{
					what: 'CPU of a script that only reads and parses the same lines',
					value: used(1),
					unit: '% of a core',
				},
				{ what: 'written by the sessions', value: written / ms, unit: 'KB/s' },
				{ what: 'sent to the page', value: sent / ms, unit: 'KB/s' },
				{ what: 'the time that writing took', value: ms / 1_000, unit: 's' },
			],
		}
	} finally {
		viewer.close()
		await plain.end()
		await sessions.end()
	}
}

/** A transcript of this many bytes at least, whose first prompt is its title. */
async function writeLarge(claude: string, folder: string, bytes: number): Promise<string> {
	const sessionId = crypto.randomUUID()
	const records = new Records({ sessionId, cwd: folder, now: Date.now })
	const path = join(claude, 'projects', hashOf(folder), `${sessionId}.jsonl`)
	const output = Array.from({ length: 60 }, (_, n) => `${n}: some output of a program`).join('\n')
	const file = await openFile(`${path}.part`, 'w')
	try {
		let size = 0
		const write = async (lines: readonly string[]) => {
			size += (await file.write(`${lines.join('\n')}\n`)).bytesWritten
		}
		await write([records.prompt(TITLE_OF_LARGE)])
		for (let n = 0; size < bytes; n++) {
			const lines = Array.from({ length: 100 }, (_, i) => `toolu_${n}_${i}`).flatMap((id) => [
				records.tool(id, 'Bash', { command: `npm test -- ${id}` }),
				records.result(id, output),
			])
			await write(lines)
		}
		await write([records.text('The end of it.'), records.turnEnd()])
	} finally {
		await file.close()
	}
	// All of it is there at once, as when a relay starts.
	await rename(`${path}.part`, path)
	return path
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
	const began = performance.now()
	const value = await work()
	return { value, ms: performance.now() - began }
}

/** Reads it from its end to its beginning, as the page's search does. */
async function search(viewer: AgentViewer, agentId: string): Promise<number> {
	let found = 0
	for (let before: number | undefined; before !== 0; ) {
		const part = await viewer.part(agentId, { find: TITLE_OF_LARGE, before })
		found += part.entries.length
		before = part.from
	}
	return found
}

/** A reader without a window. */
async function parseAll(path: string): Promise<number> {
	let lines = 0
	for await (const line of createInterface({ input: createReadStream(path) })) {
		JSON.parse(line)
		lines++
	}
	return lines
}

async function large(stack: Stack, claude: string, megabytes: number): Promise<Section> {
	const viewer = await AgentViewer.join(stack)
	try {
		const path = await writeLarge(claude, await realpath(stack.projectFolder), megabytes * 1e6)
		const card = await timed(() =>
			until('the card', async () =>
				(await viewer.list()).cards.find(({ title }) => title === TITLE_OF_LARGE),
			),
		)
		const { agentId } = card.value
		const ends: number[] = []
		for (let n = 0; n < 20; n++) {
			const { value, ms } = await timed(() => viewer.part(agentId, {}))
			if (!JSON.stringify(value.entries).includes('The end of it.')) throw new Error('not the end')
			ends.push(ms)
		}
		const found = await timed(() => search(viewer, agentId))
		if (found.value !== 1) throw new Error(`The search found ${found.value} entries.`)
		const parsed = await timed(() => parseAll(path))
		const { p50, p99, count } = spread(ends)
		const row = (what: string, ms: number, more: Partial<Row> = {}): Row => ({
			what,
			value: Math.round(ms),
			unit: 'ms',
			...more,
		})
		return {
			title: `A transcript of ${megabytes} MB`,
			rows: [
				row('its end on the page', p50, { p99: Math.round(p99), note: `n=${count}` }),
				row('its card, from the moment that the file is there', card.ms),
				row('a search that finds its first line', found.ms),
				row('a script that parses each of its lines', parsed.ms, {
					note: `${parsed.value} lines`,
				}),
			],
		}
	} finally {
		viewer.close()
	}
}

export async function agents(quick: boolean, say: (text: string) => void): Promise<Section[]> {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-bench-agents-'))
	const claude = join(dir, 'claude')
	await mkdir(claude)
	try {
		const env = { ...process.env, CLAUDE_CONFIG_DIR: claude, RATE_LIMITS: 'off' }
		const stack = await startStack({ port: 0, dir, editor: 'none', env, onStep: say })
		try {
			await changeSettings(stack.home, { agentFolders: [await realpath(stack.projectFolder)] })
			return [
				await crowd(stack, claude, quick ? 10 : 30),
				await large(stack, claude, quick ? 20 : 200),
			]
		} finally {
			await stack.stop()
		}
	} finally {
		await rm(dir, { recursive: true, force: true })
	}
}
