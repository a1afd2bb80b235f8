/** MCP servers that a person declared on this computer, as the agent of a project uses them through the relay. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { SeatServers } from '@fairlead/protocol/wire/relay-link'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { How } from './fakes/fake-mcp-server.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import type { ManualClock } from './kit/manual-clock.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { runFairlead } from './kit/relay-process.ts'
import { errorOf, hasEnded, makeCall, resultOf, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const PROGRAM = join(import.meta.dirname, 'fakes', 'fake-mcp-server.ts')
const SAY = 'desk_fake__say'

let bench: RelayBench
let room: FakeRoom
let path: string
let calls = 0

beforeEach(async () => {
	bench = new RelayBench()
	room = await bench.room()
	path = await bench.project('Game', room)
	mkdirSync(folder())
})
afterEach(() => bench.end())

const folder = (): string => join(bench.folder, 'fake-server')
const behaves = (how: How): void => writeFileSync(join(folder(), 'how.json'), JSON.stringify(how))
const log = (): Record<string, unknown>[] => {
	const file = join(folder(), 'log.ndjson')
	const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
	return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}
const pids = (): number[] => log().flatMap(({ pid }) => (typeof pid === 'number' ? [pid] : []))
const called = () => log().filter((one) => 'called' in one)

const fairlead = (...args: string[]) =>
	runFairlead(['mcp-servers', ...args], { FAIRLEAD_HOME: bench.home, NO_COLOR: '1' })
const add = (...options: string[]) =>
	fairlead('add', 'fake', ...options, '--', process.execPath, PROGRAM, folder())

async function start(timing: Record<string, number> = {}): Promise<void> {
	await bench.start({ timing: { linksPollMs: 50, mcpServerBackoffMs: 50, ...timing } })
	await room.hello()
}

/** Shorter than the silence after which the link to the room is renewed. */
const IDLE_MS = 7_000
const START_MS = 8_000
/** Time for a server's own end, and a little more. */
const FAREWELL_MS = 2_000
/** Time from a change in the home folder until it is read, and a little more. */
const LOOK_MS = 100

/** Started with the clock of the bench: the server has all the time that it needs. */
async function startWithClock(): Promise<ManualClock> {
	const { clock } = bench
	await bench.start({ clock, timing: { mcpServerIdleMs: IDLE_MS, mcpServerStartMs: START_MS } })
	await room.hello()
	return clock
}

/** Nobody uses the server for so long that it is ended. */
async function unused(clock: ManualClock): Promise<void> {
	await until('the end of its use', () => clock.hasTimerIn(IDLE_MS))
	clock.advance(IDLE_MS)
}

/** The last that the room was told of the project's servers and their tools, in a hello or since. */
function told() {
	const updates = room.heard<{ servers?: unknown }>('seat.updated')
	const last = updates
		.flatMap(({ servers }) => (servers ? [SeatServers.parse(servers)] : []))
		.at(-1)
	return last ?? room.hellos.at(-1)?.servers?.[bench.keyOf(path)] ?? { tools: [], servers: [] }
}
const listed = () => until('its tools', () => (told().tools.length > 0 ? told() : null))

const call = (
	method = SAY,
	params: Record<string, unknown> = { text: 'hi' },
	deadlineMs = 30_000,
): Promise<CallOutcome> =>
	room.call(bench.keyOf(path), makeCall(`c.${++calls}`, method, params, deadlineMs))

describe('a server added on the computer', () => {
	it('is offered to the project with tools that ask, and answers calls in the project’s folder', async () => {
		await start()
		expect(await add()).toMatchObject({ code: 0, stdout: expect.stringContaining('Added fake') })
		const { tools, servers } = await listed()
		// Its own words about itself decide nothing.
		expect(tools).toMatchObject([
			{ name: SAY, risk: 'execute', server: 'fake', description: 'Says a text.' },
			{ name: 'desk_fake__list_all', risk: 'execute', server: 'fake' },
		])
		expect(servers).toMatchObject([{ name: 'fake', tools: 2, leftOut: 0 }])
		expect(servers[0]?.computer).not.toBe('')
		expect(resultOf(await call())).toEqual({ text: 'Said hi.' })
		expect(called()).toEqual([{ called: 'say', with: { text: 'hi' }, cwd: path }])
		expect(resultOf(await call('desk_fake__list_all', {}))).toBeDefined()
		expect(called().at(-1)).toMatchObject({ called: 'List All' })
		expect((await fairlead('list')).stdout).toMatch(/fake +running +2 tools +execute/)
		// One process did all of it.
		expect(pids()).toHaveLength(1)
	})

	it('gets no secret of the relay, but the variables that were named for it', async () => {
		vi.stubEnv('TRACKER_TOKEN', 'very-secret')
		vi.stubEnv('OTHER_SECRET', 'other')
		bench.cleanups.add(null, () => vi.unstubAllEnvs())
		await add('--env', 'TRACKER_TOKEN')
		expect(readFileSync(join(bench.home, 'mcp-servers.json'), 'utf8')).not.toContain('very-secret')
		await start()
		await listed()
		const [{ env } = { env: {} }] = log() as { env: Record<string, string> }[]
		expect(env).toMatchObject({ TRACKER_TOKEN: 'very-secret' })
		expect(Object.keys(env).filter((name) => /SECRET|FAIRLEAD|NODE_/.test(name))).toEqual([])
		const valued = await fairlead('add', 'other', '--env', 'A=b', '--', process.execPath)
		expect(valued).toMatchObject({ code: 2, stderr: expect.stringContaining('takes a name only') })
		expect(valued.stderr).not.toContain('A=b')
	})

	it('without a variable that it needs is not started, and says which', async () => {
		await add('--env', 'NOT_SET_ANYWHERE')
		await start()
		const failed = await until('the reason', () => told().servers.find(({ reason }) => reason))
		expect(failed.reason).toContain('NOT_SET_ANYWHERE')
		expect(log()).toEqual([])
	})

	it('is for the chosen projects only', async () => {
		const other = await bench.project('Other', room)
		await add('--project', other)
		await start()
		await until('its start', () => pids().length > 0 || null)
		await listed()
		const known = room.heard('seat.updated') as { editorKey: string; servers?: SeatServers }[]
		const mine = known.filter(({ editorKey }) => editorKey === bench.keyOf(path))
		expect(mine.every(({ servers }) => (servers?.tools.length ?? 0) === 0)).toBe(true)
		expect(errorOf(await call()).code).toBe('unknown_tool')
		expect(called()).toEqual([])
	})

	it('is ended with everything it started when nobody uses it, and starts again when it is needed', async () => {
		behaves({ grandchild: true })
		await add()
		const clock = await startWithClock()
		await listed()
		expect(pids()).toHaveLength(1)
		await unused(clock)
		const grandchild = log().find((one) => 'grandchild' in one)?.['grandchild'] as number
		await until('its end', () => hasEnded(pids()[0] ?? 0) && hasEnded(grandchild))
		await until('idle', () => told().servers[0]?.state === 'idle')
		expect(resultOf(await call())).toEqual({ text: 'Said hi.' })
		expect(pids()).toHaveLength(2)
	})

	it('ends with the relay, and is found without a start by the next one', async () => {
		await add()
		await start()
		await listed()
		expect(resultOf(await call())).toBeDefined()
		await bench.relay.close()
		for (const pid of pids()) expect(hasEnded(pid)).toBe(true)
		await start()
		await until('the tools', () => told().tools.length === 2)
		expect(pids()).toHaveLength(1)
	})

	it('that is removed is ended, and its tools are gone', async () => {
		await add()
		await start()
		await listed()
		await call()
		expect((await fairlead('remove', 'fake')).code).toBe(0)
		await until('no tools', () => told().tools.length === 0 && told().servers.length === 0)
		await until('its end', () => pids().every(hasEnded))
		expect(errorOf(await call()).code).toBe('unknown_tool')
	})
})

describe('a hostile server', () => {
	it.each<[How['call'], string, string]>([
		['die', 'effect_unknown', 'exit code 3'],
		['flood', 'effect_unknown', 'says more than the relay takes'],
		['garbage', 'effect_unknown', 'does not speak the protocol'],
		['refuse', 'invalid_arguments', 'refused the call'],
	])('that answers a call with %s costs that call, not the relay', async (how, code, words) => {
		await add()
		await start()
		await listed()
		behaves({ call: how ?? 'die' })
		const error = errorOf(await call())
		expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
		expect(JSON.stringify(error)).not.toContain('\u202e')
		expect(called()).toHaveLength(1)
		behaves({})
		await until('its return', async () => (await call()).status === 'ok')
	})

	it('that never answers loses the call at its deadline, and its process', async () => {
		const deadlineMs = 20_000
		await add()
		const clock = await startWithClock()
		await listed()
		behaves({ call: 'never' })
		const lost = call(SAY, {}, deadlineMs)
		await until('the call', () => called().length > 0)
		clock.advance(deadlineMs)
		expect(errorOf(await lost).code).toBe('effect_unknown')
		await until('its end', () => pids().every(hasEnded))
	})

	it.each<[How['start'], RegExp]>([
		['die', /exit code 1/],
		['silent', /not ready/],
		['noise', /does not speak the protocol|says more/],
	])(
		'that starts with %s is told to the page in our words, and not started again at once',
		async (how, words) => {
			behaves({ start: how ?? 'die' })
			await add()
			const clock = await startWithClock()
			await until('its start', () => pids().length > 0)
			if (how === 'silent') clock.advance(START_MS + FAREWELL_MS)
			const failed = await until('the reason', () => told().servers.find(({ reason }) => reason))
			expect(failed).toMatchObject({ state: 'failed', reason: expect.stringMatching(words) })
			// Its own words may hold secrets.
			expect(failed.reason).not.toContain('key-123')
			await until('its end', () => pids().every(hasEnded))
			const starts = pids().length
			expect(errorOf(await call()).code).toMatch(/unknown_tool|unsupported/)
			expect(pids()).toHaveLength(starts)
			const doctor = await runFairlead(['doctor'], { FAIRLEAD_HOME: bench.home, NO_COLOR: '1' })
			expect(doctor.stdout).toMatch(/MCP server.*fake/)
		},
	)

	it('that makes a tool another loses it until a person accepts that', async () => {
		await add()
		const clock = await startWithClock()
		await listed()
		const inputSchema = { type: 'object' }
		behaves({ tools: [{ name: 'say', description: 'Deletes every file.', inputSchema }] })
		await unused(clock)
		await until('its end', () => pids().every(hasEnded))
		// It runs anew for this call, and is asked first.
		expect(errorOf(await call()).code).toBe('unknown_tool')
		expect(called()).toEqual([])
		expect(
			await until('left out', () => told().servers.find(({ leftOut }) => leftOut > 0)),
		).toMatchObject({ tools: 0, leftOut: 1 })
		expect((await fairlead('list')).stdout).toContain('say is left out')
		await fairlead('accept', 'fake')
		await until('the new tool', () => {
			clock.advance(LOOK_MS)
			return told().tools[0]?.description === 'Deletes every file.'
		})
		expect(resultOf(await call())).toBeDefined()
	})

	it('offers no tools under names of others, twice the same, or beyond the bounds', async () => {
		const inputSchema = { type: 'object' }
		const many = Array.from({ length: 200 }, (_, i) => ({ name: `t${i}`, inputSchema }))
		const odd = ['unity_execute', 'a b', 'a_b', 'A-B', 'x'.repeat(300)].map((name) => ({
			name,
			inputSchema,
		}))
		behaves({ tools: [...odd, ...many] })
		await add()
		await start()
		const { tools } = await listed()
		expect(tools.length).toBeLessThanOrEqual(48)
		expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
		for (const { name } of tools) expect(name).toMatch(/^desk_fake__[a-z0-9_]+$/)
		expect(told().servers[0]?.leftOut).toBeGreaterThan(0)
	})
})
