/** The processes of `npm start`: their open ports, and the effect of killing one. */
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { killStarted, npmStartReady, SETUP_TOKEN, START, START_TEST_MS } from './npm-start.ts'
import { isLoopback, listeners, type Process, processTree, stillRunning } from './process-tree.ts'
import { newStateDir, removeDir } from './stack-kit.ts'

const KEY = 'sk-ant-key-of-this-test'
const WAIT = { timeout: 60_000, interval: 100 }
/** A connection that is silent for this long has answered. */
const SILENCE_MS = 1_000
/** How long a request may take before a user calls it hanging. */
const ANSWER_MS = 10_000

let dir: string
beforeEach(async () => {
	dir = await newStateDir()
})
afterEach(async () => {
	killStarted()
	await removeDir(dir)
})

/** A port's first answer to a foreign page that found it; silence is an answer too. */
function ask(port: number, path: string, connection = 'connection: close\r\n'): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect({ host: '127.0.0.1', port })
		let text = ''
		const end = (): void => {
			socket.destroy()
			resolve(text)
		}
		socket.setTimeout(SILENCE_MS, end)
		socket.on('error', end)
		socket.on('close', end)
		socket.on('data', (chunk) => {
			text += chunk
		})
		socket.write(
			`GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\norigin: https://evil.example\r\n${connection}\r\n`,
		)
	})
}

const UPGRADE =
	'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

const find = (pid: number, what: RegExp): Process => {
	const found = processTree(pid).find((one) => what.test(one.command))
	if (found === undefined) throw new Error(`Nothing like ${what} runs.`)
	return found
}

// Windows reports processes and ports differently; the started processes are the same.
describe.skipIf(process.platform === 'win32')('npm start', { timeout: START_TEST_MS }, () => {
	test.each([
		['npm start', []],
		['npm run dev', ['--reload']],
	])(
		'%s: no port is a debugger, gives out a secret, or is open to the network',
		async (_, args) => {
			const start = await npmStartReady(dir, args, { ANTHROPIC_API_KEY: KEY })
			const open = listeners(processTree(start.pid))
			expect(open.map((one) => one.port)).toContain(start.port)
			expect(open.filter((one) => !isLoopback(one.address))).toEqual([])
			const asked = open.flatMap(({ port }) => [
				...['/json', '/json/list', '/json/version'].map((path) => ask(port, path)),
				...['/', '/ws', '/fairlead', '/core:user:fairlead', '/core:entry'].map((path) =>
					ask(port, path, UPGRADE),
				),
			])
			for (const answer of await Promise.all(asked)) {
				expect(answer).not.toMatch(/^HTTP\/1\.1 101/)
				expect(answer).not.toMatch(/webSocketDebuggerUrl|devtoolsFrontendUrl|Protocol-Version/i)
				expect(answer).not.toContain(KEY)
				expect(answer).not.toContain(SETUP_TOKEN)
			}
		},
	)

	test.each([
		['workerd', /workerd.serve/],
		["the Worker's process", /worker-host/],
	])('%s is killed: the start says so and starts it again; no request hangs', async (_, what) => {
		const start = await npmStartReady(dir, ['--no-editor'])
		const before = processTree(find(start.pid, /worker-host/).pid)
		process.kill(find(start.pid, what).pid, 'SIGKILL')
		await vi.waitFor(() => {
			expect(start.output()).toContain('the Worker exited unexpectedly')
			expect(start.output()).toContain('Restarting it')
		}, WAIT)
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
		const start = await npmStartReady(dir)
		const all = processTree(start.pid)
		expect(all.some((one) => /workerd.serve/.test(one.command))).toBe(true)
		process.kill(start.pid, 'SIGKILL')
		await vi.waitFor(() => expect(stillRunning(all)).toEqual([]), WAIT)
	})
})
