import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Diagnosis } from '@fairlead/protocol/editors/diagnosis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addLink } from '../src/home/links.ts'
import { editorKeyOf } from '../src/home/project-key.ts'
import { FakeProxy, type FakeProxyOptions } from './fakes/fake-proxy.ts'
import { FakeRoom } from './fakes/fake-room.ts'
import { RelayProcess, runFairlead } from './kit/relay-process.ts'
import { selfSigned } from './kit/self-signed.ts'
import {
	Cleanups,
	makeCall,
	makeUnityProject,
	TEST_TIMEOUT_MS,
	temporaryFolder,
	until,
} from './kit/support.ts'

/** A test starts several programs, one after another. */
vi.setConfig({ testTimeout: 4 * TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

/** No such name exists: only the proxy leads there. */
const SERVER = 'https://fairlead.test'
const CREDENTIALS = 'ada:p%40ss'
/** The machine that runs the tests may be behind a proxy itself. */
const NO_VARIABLES = Object.fromEntries(
	['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [
		[name, ''],
		[name.toLowerCase(), ''],
	]),
)

let cleanups: Cleanups
let home: string
let path: string
let room: FakeRoom
let trust: Record<string, string>

beforeEach(async () => {
	cleanups = new Cleanups()
	const folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	home = join(folder, 'home')
	path = makeUnityProject(folder, 'Game')
	const certificate = selfSigned('fairlead.test')
	writeFileSync(join(folder, 'ca.pem'), certificate.cert)
	trust = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), ...NO_VARIABLES }
	room = cleanups.add(await FakeRoom.start({ certificate }), (made) => made.stop())
	await addLink(path, { ...room.link, server: SERVER }, home)
})
afterEach(() => cleanups.run())

const proxyThat = async (options: Omit<FakeProxyOptions, 'target'> = {}): Promise<FakeProxy> =>
	cleanups.add(await FakeProxy.start({ ...options, target: () => room.port }), (made) =>
		made.stop(),
	)
const up = async (env: Record<string, string>): Promise<RelayProcess> =>
	cleanups.add(await RelayProcess.start(home, ['--json-log'], { ...trust, ...env }), (made) =>
		made.kill(),
	)
const doctor = async (env: Record<string, string>): Promise<Diagnosis> => {
	const { stdout } = await runFairlead(['doctor', '--json'], {
		FAIRLEAD_HOME: home,
		...trust,
		...env,
	})
	return Diagnosis.parse(JSON.parse(stdout))
}
const reasonOfLink = async (): Promise<string | null> => {
	const { stdout } = await runFairlead(['status', '--json'], { FAIRLEAD_HOME: home })
	return JSON.parse(stdout).links?.[0]?.reason ?? null
}

describe('behind a proxy', () => {
	it('the relay links and carries calls through it, with its user name and password', async () => {
		const proxy = await proxyThat({ credentials: 'ada:p@ss' })
		const env = { HTTPS_PROXY: proxy.address(CREDENTIALS) }
		await up(env)
		const { relayId } = await room.hello()
		const outcome = await room.call(editorKeyOf(relayId, path), makeCall('c.1', 'list_directory'))
		expect(outcome).toMatchObject({ status: 'ok' })
		expect(proxy.tunnels).toBeGreaterThan(0)
		expect(new Set(proxy.asked)).toEqual(new Set(['fairlead.test:443']))
		const { checks } = await doctor(env)
		const of = (name: string) =>
			checks.filter((check) => check.name === name).map(({ status }) => status)
		expect([...of('proxy'), ...of('server'), ...of('pairing'), ...of('link')]).toEqual([
			'ok',
			'ok',
			'ok',
			'ok',
		])
		expect(JSON.stringify(checks)).not.toContain('p%40ss')
	})

	it('that wants a password, relay and doctor say so', async () => {
		const proxy = await proxyThat({ credentials: 'ada:p@ss' })
		const env = { HTTPS_PROXY: proxy.address() }
		await up(env)
		expect(await until('the reason', reasonOfLink)).toMatch(
			/proxy asks for a user name and password|HTTPS_PROXY/,
		)
		const { checks } = await doctor(env)
		expect(checks.find(({ name }) => name === 'proxy')).toMatchObject({
			status: 'failed',
			found: expect.stringContaining('407'),
			fix: expect.stringContaining('http://user:password@host:port'),
		})
	})

	it('that forbids the server, or is away, the doctor says so', async () => {
		const forbids = await proxyThat({ refuseWith: 403 })
		const said = await doctor({ HTTPS_PROXY: forbids.address() })
		expect(said.checks.find(({ name }) => name === 'proxy')?.found).toContain('HTTP 403')
		const address = forbids.address()
		await forbids.stop()
		const away = await doctor({ HTTPS_PROXY: address })
		expect(away.checks.find(({ name }) => name === 'proxy')?.found).toContain('ECONNREFUSED')
	})

	it('a server that NO_PROXY names is reached without it', async () => {
		const proxy = await proxyThat()
		const env = { HTTPS_PROXY: proxy.address(), NO_PROXY: 'example.com, .test' }
		const { checks } = await doctor(env)
		expect(proxy.asked).toEqual([])
		expect(checks.find(({ name }) => name === 'server')?.found).toContain('cannot be resolved')
	})

	it('a server on this machine is always reached without it', async () => {
		const local = cleanups.add(await FakeRoom.start(), (made) => made.stop())
		await addLink(path, local.link, home)
		const proxy = await proxyThat({ refuseWith: 403 })
		await up({ HTTPS_PROXY: proxy.address(), HTTP_PROXY: proxy.address() })
		await local.hello()
		expect(proxy.asked).toEqual([])
	})

	it('an address that is none is refused with the name of the variable', async () => {
		mkdirSync(home, { recursive: true })
		const env = { FAIRLEAD_HOME: home, ...trust, HTTPS_PROXY: 'proxy' }
		expect(await runFairlead(['up'], env)).toMatchObject({
			code: 1,
			stderr: expect.stringContaining('HTTPS_PROXY is not the address of a proxy'),
		})
		expect(
			(await doctor({ HTTPS_PROXY: 'proxy' })).checks.find(({ name }) => name === 'proxy')?.status,
		).toBe('failed')
	})
})
