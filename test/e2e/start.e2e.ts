import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { RelayTokenList } from '@fairlead/protocol/computers/relay-tokens'
import { SessionList } from '@fairlead/protocol/people/session'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ROOT } from '../../scripts/paths.ts'
import { Owner } from '../../scripts/stack/owner.ts'
import { freePort, isFree } from '../../scripts/stack/ports.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import {
	killStarted,
	type NpmStart,
	npmStart,
	npmStartReady,
	SETUP_TOKEN,
	START,
	START_TEST_MS,
} from './npm-start.ts'
import { newStateDir, removeDir, withEditor } from './stack-kit.ts'

const WAIT = { timeout: 60_000, interval: 100 }

let dir: string
let stack: Stack | null = null
const processes: ChildProcess[] = []

beforeEach(async () => {
	dir = await newStateDir()
})
afterEach(async () => {
	await stack?.stop()
	stack = null
	for (const child of processes.splice(0)) child.kill('SIGKILL')
	killStarted()
	await removeDir(dir)
})

const start = (...args: string[]): NpmStart => npmStart(dir, args)

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0)
		return true
	} catch {
		return false
	}
}

describe('npm start', { timeout: START_TEST_MS }, () => {
	test('prints one sign-in link that works, and Ctrl-C leaves nothing behind', async () => {
		// A fresh clone has no state either: this start creates the database.
		await removeDir(join(dir, 'state'))
		const { child, output, port } = await npmStartReady(dir)
		const links = output().match(/http:\/\/\S+/g)
		expect(links).toEqual([`http://localhost:${port}/setup#token=${SETUP_TOKEN}`])

		const licenses = await (await fetch(`http://localhost:${port}/licenses.txt`)).text()
		for (const name of ['react', 'marked', 'hono', '@fontsource-variable/inter'])
			expect(licenses).toContain(`\n## ${name} - `)
		expect(licenses).not.toMatch(/^## .*\(.*GPL/m)
		const page = await fetch(`http://localhost:${port}/setup`)
		expect(page.headers.get('content-type')).toContain('text/html')
		const owner = await Owner.signIn(`http://localhost:${port}`, SETUP_TOKEN)
		expect(await owner.projects()).toHaveLength(1)
		const answer = await fetch(`http://localhost:${port}/api/sessions`, {
			headers: { cookie: owner.cookie },
		})
		// This test's, not one of the start.
		expect(SessionList.parse(await answer.json()).sessions).toHaveLength(1)

		const relay = JSON.parse(await readFile(join(dir, 'home', 'relay.json'), 'utf8'))
		expect(isAlive(relay.pid)).toBe(true)
		child.kill('SIGINT')
		const [code] = await once(child, 'exit')
		expect(code).toBe(0)
		expect(isAlive(relay.pid)).toBe(false)
		// The system frees the port a moment after the process that had it.
		await expect.poll(() => isFree(port)).toBe(true)
	})

	test.skipIf(process.platform === 'win32')(
		'ending npm by its process id ends what it started: npm passes no signal on',
		async () => {
			const port = await freePort()
			// Like npm: a shell in between, and the name of the script in the environment.
			const shell = spawn(
				`"${process.execPath}" scripts/run.mjs scripts/start.ts --no-open --state "${dir}" --port ${port}; true`,
				{ cwd: ROOT, shell: true, env: { ...process.env, npm_lifecycle_event: 'start' } },
			)
			processes.push(shell)
			let output = ''
			shell.stdout.on('data', (chunk) => {
				output += chunk
			})
			await vi.waitFor(() => expect(output).toContain('Sign in here'), START)
			shell.kill('SIGKILL')
			await vi.waitFor(async () => expect(await isFree(port)).toBe(true), WAIT)
			await vi.waitFor(() => expect(readdir(dir)).resolves.not.toContain('stack.lock'), WAIT)
		},
	)

	test('a port in use gives an error that says what to do', async () => {
		const server = createServer()
		const port = await freePort()
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
		const { child, output } = start('--port', String(port))
		const [code] = await once(child, 'exit')
		server.close()
		expect(code).toBe(1)
		expect(output()).toContain(`Port ${port} is in use`)
		expect(output()).toContain('--port')
	})

	test.each([
		[['--port', 'http'], '--port must be a number'],
		[['--editor', 'blender'], 'must be "simulator"'],
		[['--prot', '1'], '--prot'],
	])('%j is refused with help', async (args, sentence) => {
		const { child, output } = start(...args)
		const [code] = await once(child, 'exit')
		expect(code).toBe(1)
		expect(output()).toContain(sentence)
	})
})

test('a restart keeps project and relay token, also on another port; its editor connects and answers', async () => {
	stack = await startStack({ port: 0, dir, editor: 'none' })
	const before = { project: stack.projectId, token: stack.token }
	await stack.stop()
	stack = await startStack({ port: 0, dir })
	expect({ project: stack.projectId, token: stack.token }).toEqual(before)
	const answer = await fetch(`${stack.origin}/api/projects/${stack.projectId}/relay-tokens`, {
		headers: { cookie: stack.owner.cookie },
	})
	expect(RelayTokenList.parse(await answer.json()).tokens).toHaveLength(1)
	await withEditor(stack, async (viewer) => {
		expect(viewer.state.editors.map((editor) => editor.name)).toEqual(['demo-project'])
		const outcome = await viewer.read('unity_query', { action: 'editor_state' })
		expect(outcome).toMatchObject({ status: 'ok', result: { simulated: true } })
	})
})
