import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { RELAY_LINK } from '@fairlead/protocol/wire/relay-link'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/stack/ports.ts'
import { NewestVersion } from '../src/app/newest-version.ts'
import type { RelayStatus } from '../src/doctor/status.ts'
import { addLink, removeLink } from '../src/home/links.ts'
import { DEFAULT_TIMING, type Timing } from '../src/platform/timing.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { makeCall, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

/** Fast enough to see many attempts, slow enough not to be a storm. */
const FAST: Partial<Timing> = { firstRedialMs: 5, maxRedialMs: 20, linksPollMs: 20 }

const PROJECT_ID = 'prj_0000000000'
const TOKEN = 'room-token'

let bench: RelayBench

beforeEach(() => {
	bench = new RelayBench()
})
afterEach(() => bench.end())

const link = (): RelayStatus['links'][number] | undefined => bench.relay.status().links[0]
const state = (wanted: string): Promise<RelayStatus['links'][number]> =>
	until(`link ${wanted}`, () => (link()?.state === wanted ? link() : null))

describe('the link to a room', () => {
	it('says hello with everything the room needs to know', async () => {
		const room = await bench.room()
		const path = await bench.project('Game', room)
		await bench.start()
		const hello = await room.hello()
		expect(hello).toMatchObject({
			protocolVersion: RELAY_LINK.version,
			relayId: bench.relay.relayId,
			host: { platform: process.platform },
			editors: [{ editorKey: bench.keyOf(path), name: 'Game', projectPath: path, phase: 'gone' }],
			journal: [],
		})
		expect(await state('linked')).toMatchObject({ projectName: 'Test project' })
	})

	it('is one for all folders of a project', async () => {
		const room = await bench.room()
		await bench.project('One', room)
		await bench.project('Two', room)
		await bench.start()
		expect((await room.hello()).editors.map((seat) => seat.name)).toEqual(['One', 'Two'])
		expect(room.dials).toBe(1)
	})

	it('keeps relayId and raises connSeq, also over restarts', async () => {
		const room = await bench.room()
		await bench.project('Game', room)
		await bench.start({ timing: FAST })
		await room.hello()
		room.drop()
		await room.hello(2)
		await bench.restart({ timing: FAST })
		await room.hello(3)
		const [a, b, c] = room.hellos
		expect(b!.connSeq).toBeGreaterThan(a!.connSeq)
		expect(c!.connSeq).toBeGreaterThan(b!.connSeq)
		expect(c!.relayId).toBe(a!.relayId)
		expect(c!.relaySecret).toBe(a!.relaySecret)
	})

	it('proves its identity to each project with a different secret', async () => {
		const [one, two] = [await bench.room(), await bench.room({ projectId: 'prj_0000000002' })]
		await bench.project('One', one)
		await bench.project('Two', two)
		await bench.start()
		expect((await one.hello()).relaySecret).not.toBe((await two.hello()).relaySecret)
	})

	it.each<[string, number | undefined]>([
		['a cut', undefined],
		['a deploy', CLOSE.restarting],
		['too many malformed frames', CLOSE.protocolError],
		['a stale connSeq', CLOSE.staleConnSeq],
		['a normal close', 1000],
	])('comes back after %s', async (_what, code) => {
		const room = await bench.room()
		await bench.project('Game', room)
		await bench.start({ timing: FAST })
		await room.hello()
		room.drop(code)
		await room.hello(2)
		await state('linked')
	})

	it.each<[string, number, RegExp]>([
		['taken over', CLOSE.superseded, /Another relay/],
		['its token is revoked', CLOSE.unauthorized, /token/],
		['the wire is of another version', CLOSE.unsupportedVersion, /version/],
		['it was unlinked', CLOSE.unlinked, /removed/],
		['another relay has its id', CLOSE.relayIdTaken, /different relay/],
	])('stops when %s, and says what to do', async (_what, code, reason) => {
		const room = await bench.room()
		await bench.project('Game', room)
		await bench.start({ timing: FAST })
		await room.hello()
		room.drop(code)
		const stopped = await state('stopped')
		expect(stopped.reason).toMatch(reason)
		expect(stopped.hint).toBeTruthy()
		expect(room.dials).toBe(1)
	})

	it('comes back by itself when a refused token counts again', async () => {
		const { clock } = bench
		const timing = { firstRefusedMs: 1_000, maxRefusedMs: 4_000 }
		const room = await bench.room()
		await bench.project('Game', room)
		await bench.start({ clock, timing })
		await state('linked')
		room.refuseWith = 401
		room.drop(CLOSE.unauthorized)
		expect((await state('stopped')).hint).toContain('comes back')
		// A server that is away meanwhile changes nothing.
		for (const [tries, status] of [401, 503, 401, 404].entries()) {
			room.refuseWith = status
			const since = clock.awake()
			await until('another try', () => {
				clock.advance(200)
				return room.dials === tries + 2
			})
			const pauseMs = Math.min(timing.maxRefusedMs, timing.firstRefusedMs * 2 ** tries)
			expect(clock.awake() - since).toBeGreaterThanOrEqual(pauseMs / 2)
			expect(link()?.state).toBe('stopped')
		}
		room.refuseWith = null
		await until('a try that succeeds', () => {
			clock.advance(200)
			return room.dials === 6
		})
		await room.hello(2)
		await state('linked')
		const stops = bench.events.filter(
			(event) => event.kind === 'link' && event.state.kind === 'stopped',
		)
		expect(stops).toHaveLength(1)
	})

	it('stops when the token is refused at the upgrade', async () => {
		const room = await bench.room()
		const path = await bench.project('Game')
		await addLink(path, { ...room.link, token: 'wrong' }, bench.home)
		await bench.start({ timing: FAST })
		expect((await state('stopped')).hint).toContain('npm run fairlead -- link')
		expect({ proofs: room.proofs, dials: room.dials }).toEqual({ proofs: 1, dials: 0 })
	})

	it('sends a program that has the port of its server nothing, and comes back to the server', async () => {
		const room = await bench.room()
		room.provesItself = false
		await bench.project('Game', room)
		await bench.start({ timing: FAST })
		await until('some attempts', () => room.proofs >= 3)
		expect((await state('waiting')).reason).toContain(
			'update it; otherwise another program has the port',
		)
		expect({ dials: room.dials, sent: room.sent }).toEqual({ dials: 0, sent: [] })
		room.provesItself = true
		await room.hello()
		await state('linked')
	})

	it('sends nothing to a program that hands the question on to the server at another port', async () => {
		const room = await bench.room()
		let read = ''
		const between = createServer((from) => {
			const to = connect(Number(new URL(room.server).port), '127.0.0.1')
			from.on('data', (chunk: Buffer) => {
				read += chunk
			})
			from.pipe(to).pipe(from)
			for (const one of [from, to]) one.on('error', () => undefined)
		})
		between.listen(0, '127.0.0.1')
		await once(between, 'listening')
		bench.cleanups.add(between, (made) => made.close())
		const { port } = between.address() as AddressInfo
		const path = await bench.project('Game')
		await addLink(path, { ...room.link, server: `http://127.0.0.1:${port}` }, bench.home)
		await bench.start({ timing: FAST })
		await until('some attempts', () => room.proofs >= 3)
		expect((await state('waiting')).reason).toContain('another program has the port')
		expect({ dials: room.dials, sent: room.sent }).toEqual({ dials: 0, sent: [] })
		expect(read).not.toContain(room.token)
	})

	it('dials on the very connection on which the server proved itself', async () => {
		const room = await bench.room()
		await bench.project('Game', room)
		await bench.start({ timing: FAST })
		await state('linked')
		expect(room.connections).toBe(1)
	})

	it.each([404, 429, 500, 503])('keeps trying while the server answers %i', async (status) => {
		const room = await bench.room()
		room.refuseWith = status
		await bench.project('Game', room)
		await bench.start({ timing: FAST })
		await until('some attempts', () => room.dials >= 3)
		room.refuseWith = null
		await state('linked')
	})

	it('waits for a server that is not up yet', async () => {
		const port = await freePort()
		const path = await bench.project('Game')
		const link = { server: `http://127.0.0.1:${port}`, projectId: PROJECT_ID, token: TOKEN }
		await addLink(path, link, bench.home)
		await bench.start({ timing: FAST })
		expect((await state('waiting')).reason).toContain('ECONNREFUSED')
		const room = await bench.room({ port, projectId: PROJECT_ID, token: TOKEN })
		await room.hello()
		await state('linked')
	})

	it('pings, and reconnects when the room falls silent', async () => {
		const { roomPingIntervalMs, roomPongTimeoutMs } = DEFAULT_TIMING
		const { clock } = bench
		const room = await bench.room()
		await bench.project('Game', room)
		await bench.start({ clock })
		await state('linked')
		for (let waitedMs = 0; waitedMs <= 2 * roomPongTimeoutMs; waitedMs += roomPingIntervalMs) {
			const before = room.pings
			clock.advance(roomPingIntervalMs)
			await until('a ping', () => room.pings > before)
			await room.roundTrip()
		}
		expect(room.hellos).toHaveLength(1)
		expect(link()?.state).toBe('linked')
		room.answersPings = false
		clock.advance(roomPongTimeoutMs)
		expect(link()?.state).toBe('linked')
		clock.advance(roomPingIntervalMs)
		await room.hello(2)
	})

	it('learns of a newer relay from its server, says so once, and links all the same', async () => {
		const room = await bench.room()
		await bench.project('Game', room)
		room.version = '99.0.0'
		await bench.start({ timing: FAST })
		await state('linked')
		room.drop()
		await room.hello(2)
		await state('linked')
		expect(bench.events.filter(({ kind }) => kind === 'newer-version')).toEqual([
			{ kind: 'newer-version', version: '99.0.0' },
		])
		expect(bench.relay.status().newest).toBe('99.0.0')
	})

	it('does not say so to a user who does not want to know', () => {
		const said: string[] = []
		const quiet = new NewestVersion('0.1.0', (version) => said.push(version), {
			FAIRLEAD_NO_UPDATE_NOTICE: '1',
		})
		quiet.told('99.0.0')
		expect(said).toEqual([])
		expect(quiet.version).toBeNull()
	})

	it('redials when the hello is not answered', async () => {
		const room = await bench.room()
		await bench.project('Game', room)
		room.forget = ['not a string' as never, 7 as never]
		await bench.start({ timing: FAST })
		await room.hello(2)
		room.forget = []
		await state('linked')
	})

	it('survives frames it does not understand', async () => {
		const room = await bench.room()
		const path = await bench.project('Game', room)
		await bench.start()
		await room.hello()
		room.sendRaw('{')
		room.sendRaw('{"jsonrpc":"2.0","method":"from.the.future","params":{}}')
		room.sendRaw('{"jsonrpc":"2.0","method":"calls.forget","params":{"callIds":"all"}}')
		const outcome = await room.call(bench.keyOf(path), makeCall('c.1', 'list_directory'))
		expect(outcome.status).toBe('ok')
	})

	it('refuses a malformed call without executing it', async () => {
		const room = await bench.room()
		const path = await bench.project('Game', room)
		await bench.start()
		const call = { ...makeCall('c.1', 'list_directory'), argsHash: 'short' }
		await expect(room.call(bench.keyOf(path), call)).rejects.toMatchObject({
			rpc: { code: RPC_ERROR.invalidParams },
		})
	})
})

describe("the project's own tools", () => {
	const tool = {
		name: 'bake_level',
		description: 'Bakes.',
		inputSchema: {},
		risk: 'write',
	} as const

	it('are announced when an editor connects after the hello, and again when it has none left', async () => {
		const room = await bench.room()
		const path = await bench.project('Game', room)
		await bench.start()
		await room.hello()
		await bench.connectedEditor(path, { hello: { customTools: [tool] } })
		const toolsTold = () =>
			room.heard('seat.updated').map((seat) => (seat as { customTools?: unknown }).customTools)
		await until('the tools', () => (toolsTold().some((t) => Array.isArray(t)) ? true : null))
		expect(toolsTold().at(-1)).toEqual([tool])
		await bench.connectedEditor(path, { hello: { connSeq: 99 } })
		await until('their end', () => (toolsTold().at(-1) as unknown[])?.length === 0 || null)
	})
})

describe('a running relay follows links.json', () => {
	it('dials a new project, adds and removes seats, and disconnects', async () => {
		const room = await bench.room()
		await bench.start({ timing: FAST })
		const one = await bench.project('One', room)
		await room.hello()
		const two = await bench.project('Two', room)
		const added = await until('the seat', () => room.seats().get(bench.keyOf(two)))
		expect(added).toMatchObject({ phase: 'gone' })
		await removeLink(one, bench.home)
		await until('the removal', () => room.heard('seat.removed').length > 0)
		expect(room.heard('seat.removed')).toEqual([{ editorKey: bench.keyOf(one) }])
		await removeLink(two, bench.home)
		await until('the end', () => !room.hasRelay)
		expect(bench.relay.status().links).toEqual([])
		expect(room.dials).toBe(1)
	})

	it('assigns an editor that connected earlier to its newly linked project', async () => {
		const room = await bench.room()
		room.watching = true
		const path = await bench.project('Game')
		await bench.start({ timing: FAST })
		const editor = await bench.connectedEditor(path)
		await addLink(path, room.link, bench.home)
		expect((await room.hello()).editors).toMatchObject([
			{ phase: 'ready', process: { pid: process.pid } },
		])
		const outcome = await room.call(
			bench.keyOf(path),
			makeCall('c.1', 'unity_query', { action: 'hierarchy' }),
		)
		expect(outcome.status).toBe('ok')
		await until('watching', () => editor.watching)
	})

	it('starts a stopped link again when it is renewed', async () => {
		const room = await bench.room()
		const path = await bench.project('Game')
		await addLink(path, { ...room.link, token: 'wrong' }, bench.home)
		await bench.start({ timing: FAST })
		await state('stopped')
		await addLink(path, room.link, bench.home)
		await state('linked')
	})

	it('keeps its links when the file is damaged, and says so', async () => {
		const room = await bench.room()
		await bench.project('Game', room)
		await bench.start({ timing: FAST })
		await room.hello()
		const { writeFileSync } = await import('node:fs')
		writeFileSync(`${bench.home}/links.json`, '{')
		const event = await until('the event', () =>
			bench.events.find((one) => one.kind === 'links-unreadable'),
		)
		expect(event).toMatchObject({ message: expect.stringContaining('links.json') })
		expect(room.hasRelay).toBe(true)
	})
})
