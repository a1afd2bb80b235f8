/** The processes of one `npm start`: their open ports, and the effect of killing one after the other. */
import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isFreeAt } from '../../scripts/stack/ports.ts'
import { killStarted, npmStartReady, START, START_TEST_MS } from './npm-start.ts'
import { askRebound, expectClosed, KEY } from './open-ports.ts'
import { type Process, processTree, stillRunning } from './process-tree.ts'
import { newStateDir, removeDir } from './stack-kit.ts'

const WAIT = { timeout: 60_000, interval: 100 }
/** How long a request may take before a user calls it hanging. */
const ANSWER_MS = 10_000

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
	all?.some((one) => one.address === '::1'),
)

const find = (pid: number, what: RegExp): Process => {
	const found = processTree(pid).find((one) => what.test(one.command))
	if (found === undefined) throw new Error(`Nothing like ${what} runs.`)
	return found
}

// Windows reports processes and ports differently; the started processes are the same.
describe.skipIf(process.platform === 'win32')('npm start', { timeout: START_TEST_MS }, () => {
	let start: Awaited<ReturnType<typeof npmStartReady>>
	beforeAll(async () => {
		const dir = await newStateDir()
		start = await npmStartReady(dir, [], { ANTHROPIC_API_KEY: KEY })
		return async () => {
			killStarted()
			await removeDir(dir)
		}
	}, START_TEST_MS)

	test('no port is a debugger, gives out a secret, or is open to the network', async () => {
		await expectClosed(start)
		// Nor by a header that the runtime takes for the address. Wrangler does too, so `npm run dev` cannot tell.
		const named = await askRebound(start.port, 'mf-original-url: http://localhost/api/health\r\n')
		expect(named).toMatch(/^HTTP\/1\.1 403/)
	})

	test.each([
		['workerd', /workerd.serve/],
		["the Worker's process", /worker-host/],
	])('%s is killed: the start says so and starts it again; no request hangs', async (_, what) => {
		const before = processTree(find(start.pid, /worker-host/).pid)
		const said = start.output().length
		process.kill(find(start.pid, what).pid, 'SIGKILL')
		await vi.waitFor(() => {
			const now = start.output().slice(said)
			expect(now).toContain('the Worker exited unexpectedly')
			expect(now).toContain('Restarting it')
		}, WAIT)
		// A browser may try the second address of `localhost` first: nobody else can have it, now neither.
		if (hasIpv6) expect(await isFreeAt('::1', start.port)).toBe(false)
		// A request that hangs is ended by the timeout, which is not an answer.
		await vi.waitFor(async () => {
			const health = await fetch(`http://localhost:${start.port}/api/health`, {
				signal: AbortSignal.timeout(ANSWER_MS),
			})
			expect(health.status).toBe(200)
		}, START)
		expect(stillRunning(before)).toEqual([])
	})

	test('the start is killed: nothing of it is left, and the port is free', async () => {
		const all = processTree(start.pid)
		expect(all.some((one) => /workerd.serve/.test(one.command))).toBe(true)
		process.kill(start.pid, 'SIGKILL')
		await vi.waitFor(() => expect(stillRunning(all)).toEqual([]), WAIT)
	})
})
