import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, inOrder, verdictOf } from '@fairlead/protocol/editors/diagnosis'
import type { EditorSeat, Phase } from '@fairlead/protocol/editors/editors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import type { EditorPort } from '../editors/editor-port.ts'
import { isNewer } from '../platform/version.ts'
import { Checker } from './check.ts'
import { checkDesk, checkEditor, checkLink } from './editor-checks.ts'
import { checkHome, checkNode, checkTokenFile, type Machine } from './home-checks.ts'
import { networkReason } from './network-reason.ts'
import { checkClock, checkVersion } from './server-checks.ts'
import type { RelayStatus } from './status.ts'

const cleanups = new Cleanups()
let home: string
let machine: Machine

beforeEach(() => {
	home = join(cleanups.add(temporaryFolder(), (made) => made.remove()).path, 'home')
	machine = {
		home,
		platform: process.platform,
		nodeVersion: process.version,
		uid: process.getuid?.() ?? null,
	}
})
afterEach(() => cleanups.run())

describe('checks of the machine', () => {
	it('name a Node that is too old', () => {
		expect(checkNode({ ...machine, nodeVersion: 'v20.1.0' })).toMatchObject({ status: 'failed' })
		expect(checkNode(machine)).toMatchObject({ status: 'ok' })
	})

	it('find a home folder that is missing, a file, of another user, or open to others', async () => {
		expect((await checkHome(machine)).status).toBe('warning')
		mkdirSync(home, { mode: 0o700 })
		expect((await checkHome(machine)).status).toBe('ok')
		if (machine.uid !== null) {
			const stranger = await checkHome({ ...machine, uid: machine.uid + 1 })
			expect(stranger).toMatchObject({
				status: 'failed',
				fix: expect.stringContaining('FAIRLEAD_HOME'),
			})
			chmodSync(home, 0o755)
			expect((await checkHome(machine)).status).toBe('warning')
		}
		const file = join(home, 'file')
		writeFileSync(file, '')
		expect((await checkHome({ ...machine, home: file })).status).toBe('failed')
	})

	it('find a token file that is left over, damaged, or open to others', async () => {
		mkdirSync(home, { mode: 0o700 })
		expect((await checkTokenFile(machine)).status).toBe('skipped')
		const write = (text: string): void =>
			writeFileSync(join(home, 'relay.json'), text, { mode: 0o600 })
		write('{"port":')
		expect(await checkTokenFile(machine)).toMatchObject({
			status: 'failed',
			found: expect.stringContaining('damaged'),
		})
		const file = { port: 1, token: 't'.repeat(43), pid: process.pid }
		write(JSON.stringify(file))
		expect((await checkTokenFile(machine)).status).toBe('ok')
		// Above every limit of process ids.
		write(JSON.stringify({ ...file, pid: 2 ** 30 }))
		expect(await checkTokenFile(machine)).toMatchObject({
			status: 'failed',
			found: expect.stringContaining('left over'),
		})
		write(JSON.stringify(file))
		if (machine.uid === null) return
		chmodSync(join(home, 'relay.json'), 0o644)
		expect((await checkTokenFile(machine)).status).toBe('warning')
	})
})

describe('the clock', () => {
	const at = Date.parse('2026-11-23T10:00:00.000Z')
	const date = (ms: number): string => new Date(at + ms).toUTCString()

	it.each([
		['the same time', date(0), 'ok'],
		['half a minute', date(30_000), 'ok'],
		['two minutes behind', date(120_000), 'warning'],
		['two minutes ahead', date(-120_000), 'warning'],
		['an hour behind', date(3_600_000), 'failed'],
		['an hour ahead', date(-3_600_000), 'failed'],
		['no date', null, 'skipped'],
		['nonsense', 'yesterday', 'skipped'],
	])('that shows %s has its verdict', (_what, told, status) => {
		expect(checkClock('https://s', told, at, at + 900).status).toBe(status)
	})

	it('is not blamed for a server that took long to answer', () => {
		expect(checkClock('https://s', date(0), at - 200_000, at).status).toBe('ok')
	})
})

describe('versions', () => {
	it.each([
		['0.2.0', '0.1.9', true],
		['0.1.10', '0.1.9', true],
		['v1.0.0', '0.9.9', true],
		['0.1.0', '0.1.0', false],
		['0.1.0', '0.2.0', false],
		['newest', '0.1.0', false],
		['0.2.0', 'dev', false],
	])('%s is newer than %s: %s', (version, than, newer) => {
		expect(isNewer(version, than)).toBe(newer)
	})

	it('tell how to update, without calling it a failure', () => {
		expect(checkVersion('https://s', '0.2.0', '0.1.0')).toMatchObject({
			status: 'warning',
			fix: expect.stringContaining('git pull'),
		})
	})
})

describe('a request that failed', () => {
	const failedWith = (...codes: string[]): unknown =>
		codes.reduceRight<unknown>(
			(cause, code) => Object.assign(new Error(code, { cause }), { code }),
			undefined,
		)
	it.each([
		[['', 'ENOTFOUND'], /name s\.example cannot be resolved/, /HTTPS_PROXY/],
		[['', 'ECONNREFUSED'], /Nothing answers/, /Start the server/],
		[['', 'DEPTH_ZERO_SELF_SIGNED_CERT'], /not trusted/, /NODE_EXTRA_CA_CERTS/],
		[['', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'], /not trusted/, /NODE_EXTRA_CA_CERTS/],
		[['', 'CERT_HAS_EXPIRED'], /this machine's time/, /clock/],
		[['', 'ERR_TLS_CERT_ALTNAME_INVALID'], /not one for s\.example/, /name/],
		[['', 'UND_ERR_CONNECT_TIMEOUT'], /not answer in time/, /firewall/],
		[['', 'EWHATEVER'], /EWHATEVER/, /Check/],
	])('with %j says why, and what to do', (codes, found, fix) => {
		const reason = networkReason(failedWith(...codes), 's.example')
		expect(reason.found).toMatch(found)
		expect(reason.fix).toMatch(fix)
	})
})

const seatOf = (phase: Phase): RelayStatus['editors'][number] => ({
	editorKey: 'relay_00:0123456789ab',
	name: 'Maze',
	projectPath: '/Maze',
	phase,
	phaseSince: 0,
	project: { server: 'https://s.example', projectId: 'prj_0000000000' },
	process: {
		sessionId: 's',
		connSeq: 1,
		pid: 1,
		kind: 'unity',
		unityVersion: '6000.3.0f1',
		pluginVersion: '0.1.0',
		productGuid: '',
	} satisfies EditorSeat['process'],
})

describe('an editor', () => {
	it.each<[Phase, Check['status']]>([
		['ready', 'ok'],
		['playing', 'ok'],
		['compiling', 'ok'],
		['importing', 'ok'],
		['reloading', 'ok'],
		['busy', 'warning'],
		['modal', 'failed'],
		['gone', 'failed'],
	])('that is %s has a verdict, and a fix unless it is ok', (phase, status) => {
		const check = checkEditor(seatOf(phase))
		expect(check.status).toBe(status)
		expect(check.fix === null).toBe(status === 'ok')
	})

	it.each([
		['safe_mode', 'failed', /Safe Mode: 2 compile errors/],
		['crashed', 'failed', /crashed/],
		['no_package', 'failed', /without the Fairlead package/],
		['compiling', 'ok', /compiling/],
		['not_running', 'failed', /closed/],
	] as const)('that is seen from outside as %s has its verdict', (state, status, found) => {
		const check = checkEditor({ ...seatOf('gone'), outside: { state, since: 0, errorCount: 2 } })
		expect(check).toMatchObject({ status, found: expect.stringMatching(found) })
		expect(check.fix === null).toBe(status === 'ok')
	})

	it('that is a folder without Unity is ready while the relay is connected', () => {
		const { process: _, ...folder } = seatOf('gone')
		const check = checkEditor({ ...folder, folderKind: 'plain' })
		expect(check).toMatchObject({ status: 'ok', fix: null })
		expect(check.found).not.toMatch(/Open|closed|never/)
	})

	it('that is simulated is not called Unity', () => {
		const seat = seatOf('ready')
		const simulated = { ...seat.process, kind: 'simulator' } as EditorSeat['process'] & object
		expect(checkEditor(seat).found).toBe('Unity 6000.3.0f1: ready.')
		expect(checkEditor({ ...seat, process: simulated }).found).toMatch(/^Simulated editor.*ready/)
	})

	it('that crashed is a problem at once, while its calls still wait for the next process', () => {
		const outside = { state: 'crashed', since: 0, errorCount: 0 } as const
		const check = checkEditor({ ...seatOf('reloading'), outside })
		expect(check).toMatchObject({ status: 'failed', found: expect.stringMatching(/crashed/) })
	})

	const statusOf = (pluginVersion: string, phase: Phase = 'ready'): RelayStatus => {
		const seat = seatOf(phase)
		return {
			version: '0.2.0',
			relayId: 'relay_00',
			pid: 1,
			port: 1,
			home: '/home',
			startedAt: 0,
			mode: 'foreground',
			fixedPort: false,
			newest: null,
			editors: [
				{ ...seat, process: { ...seat.process, pluginVersion } as EditorSeat['process'] & object },
			],
			links: [],
		}
	}
	const portThat = (call: EditorPort['call']): EditorPort =>
		({ call, forget: () => undefined }) as unknown as EditorPort
	const check = async (
		call: EditorPort['call'],
		options: { tookMs?: number; silent?: true; pluginVersion?: string; phase?: Phase } = {},
	): Promise<Check[]> => {
		let elapsed = 0
		return checkDesk(
			{
				status: statusOf(options.pluginVersion ?? '0.2.0', options.phase),
				portOf: () => portThat(call),
				hasOnlyUnitysPackage: async () => true,
				clock: {
					after: (_ms, action) => {
						if (options.silent) queueMicrotask(action)
						return () => undefined
					},
				},
				elapsed: () => {
					elapsed += options.tookMs ?? 0
					return elapsed
				},
				randomId: () => 'x',
			},
			null,
		)
	}
	const roundTrip = (checks: readonly Check[]): Check | undefined =>
		checks.find(({ name }) => name === 'round_trip')
	const answer = async (): Promise<unknown> => ({ status: 'ok', result: {} })

	it('answers a read, and says how long it took', async () => {
		expect(roundTrip(await check(answer, { tookMs: 12 }))).toMatchObject({
			status: 'ok',
			found: 'A read took 12 ms.',
		})
		expect(roundTrip(await check(answer, { tookMs: 3_000 }))?.status).toBe('warning')
	})

	it('that is connected but frozen is found out', async () => {
		const never = () => new Promise<unknown>(() => undefined)
		expect(roundTrip(await check(never, { silent: true }))).toMatchObject({
			status: 'failed',
			fix: expect.stringContaining('Look at Unity'),
		})
	})

	it('that leaves during the check is not blamed', async () => {
		const leaves = () => Promise.reject(new Error('closed'))
		expect(roundTrip(await check(leaves))?.status).toBe('skipped')
	})

	it("is told to install our package where the project has only Unity's, unless it is connected", async () => {
		const packageOf = async (phase: Phase): Promise<Check | undefined> =>
			(await check(answer, { phase })).find(({ name }) => name === 'package')
		expect(await packageOf('gone')).toMatchObject({
			status: 'failed',
			found: expect.stringContaining('com.unity.pipeline'),
			fix: expect.stringContaining('install-package'),
		})
		expect((await packageOf('ready'))?.status).toBe('ok')
	})

	it.each([
		['0.1.0', /Update the package/],
		['0.3.0', /Update the relay/],
	])('with the package %s is named', async (pluginVersion, fix) => {
		const checks = await check(answer, { pluginVersion })
		expect(checks.find(({ name }) => name === 'package')).toMatchObject({
			status: 'warning',
			fix: expect.stringMatching(fix),
		})
	})
})

describe('a link', () => {
	const link = {
		server: 'https://s.example',
		projectId: 'prj_0000000000',
		projectName: null,
		reason: 'The server rejected the relay token.',
		hint: 'Link again.',
		folders: [],
	}
	it('that has stopped gives its own reason and hint', () => {
		// The name at the link's beginning may be an old one.
		expect(checkLink({ ...link, state: 'linked', projectName: 'Before' }).found).toBe('Connected.')
		expect(checkLink({ ...link, state: 'stopped' })).toMatchObject({
			status: 'failed',
			found: expect.stringContaining('rejected the relay token'),
			fix: 'Link again.',
		})
	})
})

describe('the list', () => {
	it('has a fixed order, and a verdict', () => {
		const checks = [
			new Checker('editor', 'Maze').failed('gone', 'open it'),
			new Checker('node').ok('fine'),
			new Checker('clock').warning('behind', 'set it'),
		]
		expect(inOrder(checks).map(({ name }) => name)).toEqual(['node', 'clock', 'editor'])
		expect(verdictOf(checks)).toBe('1 problem, 1 warning.')
		expect(verdictOf(checks.slice(1, 2))).toBe('Everything that was checked works.')
	})
})
