import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Crash, restartDelay, Service } from './service.ts'

let folder: string
const services: Service[] = []
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'fairlead-service-'))
})
afterEach(async () => {
	for (const service of services.splice(0)) await service.end()
	await rm(folder, { recursive: true })
})

async function service(
	code: string,
	options: { restarts: number } = { restarts: 0 },
): Promise<{ made: Service; crashes: Crash[]; output: () => string }> {
	const file = join(folder, 'child.mjs')
	await writeFile(file, code)
	const crashes: Crash[] = []
	let output = ''
	const made = new Service(
		{
			name: 'the child',
			file,
			args: [],
			env: process.env,
			onOutput: (text) => {
				output += text
			},
		},
		{ ...options, onCrash: (crash) => crashes.push(crash) },
	)
	services.push(made)
	return { made, crashes, output: () => output }
}

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0)
		return true
	} catch {
		return false
	}
}

const STAYS = `console.log('up'); setInterval(() => {}, 1e6);`

test('an ended child is gone, reported no crash, and had time to clean up', async () => {
	const { made, crashes, output } = await service(
		`process.on('SIGTERM', () => { console.log('bye'); process.exit(0) }); ${STAYS}`,
	)
	made.start()
	await vi.waitFor(() => expect(output()).toContain('up'), 10_000)
	const { pid } = made
	await made.end()
	expect(output()).toContain('bye')
	expect(isAlive(pid ?? 0)).toBe(false)
	expect(made.running).toBe(false)
	expect(crashes).toEqual([])
})

test('a child that was killed for a test can be started again', async () => {
	const { made, crashes, output } = await service(STAYS)
	made.start()
	await vi.waitFor(() => expect(output()).toContain('up'), 10_000)
	const first = made.pid
	await made.kill()
	made.start()
	await vi.waitFor(() => expect(output()).toBe('up\nup\n'), 10_000)
	expect(made.pid).not.toBe(first)
	expect(crashes).toEqual([])
})

test('a crash is reported with its last output', async () => {
	const { made, crashes } = await service(`throw new Error('out of tea')`)
	made.start()
	await vi.waitFor(() => expect(crashes).toHaveLength(1), 10_000)
	expect(crashes[0]).toMatchObject({ service: 'the child', exit: { code: 1 }, restartInMs: null })
	expect(crashes[0]?.tail).toContain('out of tea')
	expect(made.running).toBe(false)
})

test('a crashed child restarts if requested, but not after it was ended', async () => {
	const { made, crashes } = await service(`process.exit(3)`, { restarts: Infinity })
	made.start()
	await vi.waitFor(() => expect(crashes.length).toBeGreaterThan(1), 10_000)
	expect(crashes[0]?.restartInMs).toBe(restartDelay(1))
	expect(crashes[1]?.restartInMs).toBe(restartDelay(2))
	await made.end()
	expect(made.running).toBe(false)
})

test('a child that crashes repeatedly is given up, and its last crash says so', async () => {
	const { made, crashes } = await service(`process.exit(3)`, { restarts: 1 })
	made.start()
	await vi.waitFor(() => expect(crashes).toHaveLength(2), 10_000)
	expect(crashes.map((crash) => crash.restartInMs)).toEqual([restartDelay(1), null])
	expect(made.running).toBe(false)
})

// Windows has no process groups.
test.skipIf(process.platform === 'win32')(
	'processes that a crashed child had started end with it: they would hold the port',
	async () => {
		const { made, crashes, output } = await service(`
			import { spawn } from 'node:child_process'
			const inner = spawn(process.execPath, ['-e', ${JSON.stringify(STAYS)}])
			console.log('inner:' + inner.pid)
			setInterval(() => {}, 1e6)
		`)
		made.start()
		await vi.waitFor(() => expect(output()).toMatch(/inner:\d+/), 10_000)
		const inner = Number(/inner:(\d+)/.exec(output())?.[1])
		process.kill(made.pid ?? 0, 'SIGKILL')
		await vi.waitFor(() => expect(crashes).toHaveLength(1), 10_000)
		await vi.waitFor(() => expect(isAlive(inner)).toBe(false), 10_000)
	},
)

test('no child outlives a parent that was killed', async () => {
	const stays = join(folder, 'stays.mjs')
	await writeFile(stays, STAYS)
	const url = new URL('./service.ts', import.meta.url).href
	const { made, output } = await service(`
		import { Service } from ${JSON.stringify(url)}
		const inner = new Service(
			{ name: 'inner', file: ${JSON.stringify(stays)}, args: [], env: process.env },
			{ restarts: 0, onCrash: () => {} },
		)
		inner.start()
		console.log('inner:' + inner.pid)
		setInterval(() => {}, 1e6)
	`)
	made.start()
	await vi.waitFor(() => expect(output()).toMatch(/inner:\d+/), 10_000)
	const inner = Number(/inner:(\d+)/.exec(output())?.[1])
	expect(isAlive(inner)).toBe(true)
	await made.kill()
	await vi.waitFor(() => expect(isAlive(inner)).toBe(false), 10_000)
})

test('pauses between restarts grow up to a limit', () => {
	expect([1, 2, 3, 4].map(restartDelay)).toEqual([500, 1_000, 2_000, 4_000])
	expect(restartDelay(40)).toBe(15_000)
})
