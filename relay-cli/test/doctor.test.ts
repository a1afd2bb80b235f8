import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, type CheckName, Diagnosis } from '@fairlead/protocol/editors/diagnosis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeRoom } from './fakes/fake-room.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { RelayProcess, runFairlead } from './kit/relay-process.ts'
import { selfSigned } from './kit/self-signed.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

/** A test starts several programs, one after another. */
vi.setConfig({ testTimeout: 4 * TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench

beforeEach(() => {
	bench = new RelayBench()
})
afterEach(() => bench.end())

interface Diagnosed {
	readonly code: number | null
	readonly text: string
	of(name: CheckName): Check[]
}

async function doctor(env: Record<string, string> = {}): Promise<Diagnosed> {
	const { code, stdout } = await runFairlead(['doctor', '--json'], {
		FAIRLEAD_HOME: bench.home,
		NO_COLOR: '1',
		...env,
	})
	const { checks } = Diagnosis.parse(JSON.parse(stdout))
	return { code, text: stdout, of: (name) => checks.filter((check) => check.name === name) }
}

/** A desk on which everything works. */
async function workingDesk(): Promise<{ room: FakeRoom; path: string }> {
	const room = await bench.room()
	const path = await bench.project('Game', room)
	await bench.start()
	await room.hello()
	await bench.connectedEditor(path)
	await until('linked', () => bench.relay.status().links[0]?.state === 'linked')
	return { room, path }
}

describe('fairlead doctor', () => {
	it('finds nothing wrong on a desk that works, and tells no secret', async () => {
		const { room } = await workingDesk()
		const { code, text, of } = await doctor()
		const wrong = Diagnosis.parse(JSON.parse(text)).checks.filter(
			({ status }) => status === 'failed',
		)
		expect(wrong).toEqual([])
		expect(code).toBe(0)
		for (const name of [
			'node',
			'home',
			'token_file',
			'relay',
			'port',
			'server',
			'clock',
			'version',
			'pairing',
			'link',
			'editor',
			'package',
		] as const)
			expect(of(name)[0]?.status, name).toBe('ok')
		// Slow, where the machine is.
		expect(of('round_trip')[0]?.found).toMatch(/^A read took \d+ ms\.$/)
		expect(text).not.toContain(room.token)
		expect(text).not.toContain(bench.relay.token)
	})

	it('is readable, and says what to do about each failure', async () => {
		const { stdout, code } = await runFairlead(['doctor'], {
			FAIRLEAD_HOME: bench.home,
			NO_COLOR: '1',
		})
		expect(code).toBe(1)
		expect(stdout).toMatch(
			/^failed +Relay: The relay is not running\.\n +→ Start it with "npm run fairlead -- up"\.$/m,
		)
		expect(stdout).toMatch(/^failed +Pairing: This computer is not paired/m)
		expect(stdout).toMatch(/2 problems/)
	})

	it('finds a token that was revoked', async () => {
		const room = await bench.room()
		await bench.project('Game', { ...room, link: { ...room.link, token: 'revoked' } } as FakeRoom)
		const { of, code } = await doctor()
		expect(code).toBe(1)
		expect(of('pairing')[0]).toMatchObject({
			status: 'failed',
			subject: `${room.server}/p/${room.projectId}`,
			fix: expect.stringContaining('login'),
		})
	})

	it('finds a server that is away, and does not call the token revoked', async () => {
		const room = await bench.room()
		await bench.project('Game', room)
		await room.stop()
		const { of } = await doctor()
		expect(of('server')[0]).toMatchObject({
			status: 'failed',
			found: expect.stringContaining('ECONNREFUSED'),
		})
		expect(of('pairing')[0]?.status).toBe('skipped')
	})

	it('finds a certificate that is not trusted', async () => {
		const room = await bench.room({ certificate: selfSigned('localhost') })
		await bench.project('Game', room)
		expect((await doctor()).of('server')[0]).toMatchObject({
			status: 'failed',
			fix: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
		})
	})

	it('finds a clock that is wrong, and a server that is newer', async () => {
		const room = await bench.room()
		await bench.project('Game', room)
		room.clockAheadMs = 3_600_000
		room.version = '99.0.0'
		const { of } = await doctor()
		expect(of('clock')[0]).toMatchObject({
			status: 'failed',
			found: expect.stringContaining('behind'),
		})
		expect(of('version')[0]).toMatchObject({
			status: 'warning',
			fix: expect.stringContaining('git pull'),
		})
	})

	it('finds files that are damaged', async () => {
		mkdirSync(bench.home)
		writeFileSync(join(bench.home, 'links.json'), '{')
		writeFileSync(join(bench.home, 'logins.json'), '[{}]')
		writeFileSync(join(bench.home, 'relay.json'), 'x')
		const { of, code } = await doctor()
		expect(code).toBe(1)
		expect(of('pairing').filter(({ status }) => status === 'failed')).toHaveLength(2)
		expect(of('token_file')[0]?.found).toContain('damaged')
	})

	it.skipIf(process.platform === 'win32')(
		'finds a relay that hangs, and does not call it stopped or its port free',
		async () => {
			const relay = await RelayProcess.start(bench.home)
			try {
				relay.signal('SIGSTOP')
				// Each waits for the relay.
				const [{ of, code }, { stderr }] = await Promise.all([
					doctor(),
					runFairlead(['status'], { FAIRLEAD_HOME: bench.home }),
				])
				expect(code).toBe(1)
				expect(of('relay')).toMatchObject([
					{
						status: 'failed',
						found: expect.stringContaining(`(pid ${relay.file.pid}) is there, but does not answer`),
						fix: expect.stringMatching(/-- restart".*stop --force/),
					},
				])
				expect(of('port')).toEqual([])
				expect(of('link')[0]?.status).toBe('skipped')
				expect(stderr).toContain(`(pid ${relay.file.pid}) is there`)
				expect(stderr).toContain('-- restart')
			} finally {
				await relay.kill()
			}
		},
	)

	it('finds another program on the port of relay.json', async () => {
		const room = await bench.room()
		mkdirSync(bench.home)
		const file = { port: room.port, token: 't'.repeat(43), pid: process.pid }
		writeFileSync(join(bench.home, 'relay.json'), JSON.stringify(file))
		expect((await doctor()).of('relay')[0]).toMatchObject({
			status: 'failed',
			found: 'The relay is not running.',
		})
	})

	it('finds an editor that is closed, and one that shows a dialog', async () => {
		const { path, room } = await workingDesk()
		const other = await bench.project('Other', room)
		const editor = await bench.connectedEditor(path, { connSeq: 2 })
		editor.setPhase('modal', 'Save changes?')
		await until('both seats', () => {
			const { editors } = bench.relay.status()
			return (
				editors.some((one) => one.projectPath === other && one.project) &&
				editors.some((one) => one.phase === 'modal')
			)
		})
		const { of } = await doctor()
		expect(of('editor')).toMatchObject([
			{ subject: 'Game', status: 'failed', found: expect.stringContaining('Save changes?') },
			{ subject: 'Other', status: 'failed', fix: expect.stringContaining('Open the project') },
		])
	})
})

describe('the page', () => {
	it('gets the same list for its project, and nothing of another one, nor of this user', async () => {
		const { room } = await workingDesk()
		const other = await bench.room({ token: 'other-token', projectId: 'prj_1111111111' })
		await bench.project('Private', other)
		await other.hello()
		const outcome = await room.diagnose()
		if (outcome.status !== 'ok') throw new Error(outcome.error.message)
		const diagnosis = Diagnosis.parse(outcome.result)
		const names = new Set(diagnosis.checks.map(({ name }) => name))
		for (const { name, status, found } of diagnosis.checks)
			expect(`${status} ${name} ${found}`).toMatch(/^ok|^warning (?:disk|round_trip)/)
		expect([...names]).toEqual(
			expect.arrayContaining(['node', 'home', 'server', 'pairing', 'link', 'editor', 'round_trip']),
		)
		const text = JSON.stringify(diagnosis)
		for (const secret of [other.projectId, other.server, 'Private', bench.home, room.token])
			expect(text).not.toContain(secret)
	})
})
