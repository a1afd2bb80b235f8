import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/kit/manual-clock.ts'
import { until } from '../../test/kit/support.ts'
import type { Environment } from './clean-environment.ts'
import {
	call,
	codeOf,
	isAlive,
	node,
	type Page,
	place,
	ran,
	run,
	script,
	useCommands,
	WAITS,
} from './test-kit.ts'

useCommands()

/** From being asked to end until being ended. */
const GRACE_MS = 2_000

const CHILD = `process.on('SIGTERM', () => {}); console.log('ready'); ${WAITS}`
/** Starts a process of its own, and prints its id once neither ends when it is asked. */
const parentThat = (then: string): string => `process.on('SIGTERM', () => {})
const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(CHILD)}])
child.stdout.once('data', () => process.stdout.write('child ' + child.pid + '\\n', ${then}))`
const PARENT = parentThat('() => {}')

/** The id that {@link PARENT} printed. */
async function childOf(handle: string): Promise<number> {
	return until('the id of the child', async () => {
		const { output } = await ran<Page>({ action: 'output', handle })
		return Number(/child (\d+)/.exec(output)?.[1]) || null
	})
}

describe('a command', () => {
	it('answers with its output and exit code, both streams in order', async () => {
		const code = "console.log('one'); console.error('two'); process.exitCode = 3"
		expect(await ran(run(node(code)))).toMatchObject({
			state: 'exited',
			exitCode: 3,
			output: expect.stringMatching(/^(one\ntwo|two\none)\n$/),
		})
	})

	it('runs in the folder that it names, and in none outside the project', async () => {
		const where = node('console.log(process.cwd())')
		expect(await ran(run(where, { folder: 'Tools' }))).toMatchObject({
			output: `${join(place.project, 'Tools')}\n`,
		})
		symlinkSync(join(place.project, '..'), join(place.project, 'out'), 'junction')
		for (const folder of ['..', '/', 'out', 'Tools/../..'])
			expect(codeOf(await call(run(where, { folder }))), folder).toBe('outside_project')
		expect(codeOf(await call(run(where, { folder: 'Nowhere' })))).toBe('not_found')
	})

	it('that does not exist says so, and a program beside it is found by its path only', async () => {
		script('tool', '#!/bin/sh\necho mine\n')
		expect(codeOf(await call(run(['tool'])))).toBe('not_found')
		expect(codeOf(await call(run(['../tool'])))).toBe('outside_project')
		place.env = { ...process.env, PATH: `.:${place.project.slice(1)}` }
		expect(codeOf(await call(run(['tool'])))).toBe('not_found')
	})

	it('gets no secret and no setting of the relay from its environment', async () => {
		place.env = {
			PATH: process.env['PATH'],
			HOME: '/home/ada',
			JAVA_HOME: '/opt/java',
			FAIRLEAD_HOME: '/x',
			NODE_OPTIONS: '--inspect',
			ANTHROPIC_API_KEY: 'sk-1',
			AWS_SECRET_ACCESS_KEY: 'a',
			AWS_ACCESS_KEY_ID: 'a',
			GITHUB_TOKEN: 'g',
			DB_PASSWORD: 'p',
			npm_config__auth: 'b',
			DATABASE_URL: 'x',
			UNITY_SERIAL: 's',
			UNITY_LICENSE: 'l',
			SIGNING_KEY: 'k',
			PROXY: 'http://ada:pass@proxy.example',
		}
		const { output } = await ran(run(node('console.log(Object.keys(process.env).sort().join())')))
		expect(output.trim().split(',')).toEqual([
			'GIT_TERMINAL_PROMPT',
			'HOME',
			'JAVA_HOME',
			'NO_COLOR',
			'NoDefaultCurrentDirectoryInExePath',
			'PAGER',
			'PATH',
			'TERM',
		])
	})

	it('does not find the programs of the clone that `npm run` put in front', async () => {
		const clone = join(place.project, 'clone/node_modules/.bin')
		const own = join(place.project, 'own')
		for (const folder of [clone, own]) {
			mkdirSync(folder, { recursive: true })
			writeFileSync(join(folder, 'mine'), `#!/bin/sh\necho ${basename(folder)}\n`, { mode: 0o755 })
		}
		const PATH = [clone, own, process.env['PATH']].join(delimiter)
		const found = async (env: Environment) => {
			place.env = env
			return (await ran(run(['mine']))).output.trim()
		}
		expect(await found({ PATH, npm_lifecycle_event: 'start' })).toBe('own')
		// Without npm a person has put it there.
		expect(await found({ PATH })).toBe('.bin')
	})

	it('tells its last line while it runs', async () => {
		await ran(run(node("console.log('1 of 2\\n2 of 2')")))
		expect(place.told).toEqual(['2 of 2'])
	})

	it('shows the beginning and the end of a long output; the rest can be read', async () => {
		const code = 'for (let i = 0; i < 9000; i++) console.log("line " + i)'
		const { output, handle, note, outputBytes } = await ran(run(node(code)))
		expect(output).toMatch(/^line 0\n/)
		expect(output).toMatch(/line 8999\n$/)
		expect(output.length).toBeLessThan(17_000)
		expect(note).toContain(handle)
		let all = ''
		for (let from_byte = 0; from_byte < outputBytes; ) {
			const page = await ran<Page>({ action: 'output', handle, from_byte })
			all += page.output
			from_byte = page.nextByte
		}
		expect(all.split('\n')).toHaveLength(9001)
	})

	it('shows neither colors nor the steps of a progress bar nor a secret', async () => {
		const code = `process.stdout.write('\\x1b[31mred\\x1b[0m\\n10%\\r100%\\nAPI_KEY=abc\\n')`
		expect(await ran(run(node(code)))).toMatchObject({ output: 'red\n100%\nAPI_KEY=(hidden)\n' })
	})

	it('that writes without end is ended', async () => {
		const code =
			"const a = 'x'.repeat(99) + '\\n'; for (;;) require('fs').writeSync(1, a.repeat(999))"
		expect(await ran(run(node(code)))).toMatchObject({
			state: 'too_much_output',
			outputBytes: 16 * 1024 * 1024,
			note: expect.stringContaining('16 MB'),
		})
	})

	it('leaves no output behind when it cannot be started', () => {
		const started = () =>
			place.commands.start({
				room: 'room',
				editorKey: 'key',
				callId: 'call',
				line: 'a',
				background: false,
				cwd: place.project,
				env: {},
				limitMs: null,
				startable: { file: 'a\0b', args: [], verbatim: false },
				onOutput: () => undefined,
			})
		expect(started).toThrow()
		expect(readdirSync(join(place.project, '..', 'home', 'commands'))).toEqual([])
	})

	it('leaves nothing of its output behind when the relay ends', async () => {
		await ran(run(node('console.log(1)')))
		const folder = join(place.project, '..', 'home', 'commands')
		expect(readdirSync(folder)).toHaveLength(1)
		await place.commands.close()
		expect(readdirSync(folder)).toEqual([])
	})
})

describe('everything that a command started ends', () => {
	it('when its time is up, also what ignores being asked', async () => {
		const clock = new ManualClock()
		place.clock = clock
		const running = ran(run(node(PARENT), { timeout_seconds: 60 }))
		await until('the child', () => place.told.length > 0)
		clock.advance(60_000)
		clock.advance(GRACE_MS)
		const { output, state } = await running
		expect(state).toBe('timed_out')
		const pid = Number(/child (\d+)/.exec(output)?.[1])
		await until('the end of the child', () => !isAlive(pid))
	})

	it('when a person stops the run', async () => {
		const stop = new AbortController()
		const running = ran(run(node(PARENT)), { signal: stop.signal })
		await until('progress', () => place.told.length > 0)
		stop.abort()
		expect(await running).toMatchObject({ state: 'ended', exitCode: null })
		const pid = Number(/child (\d+)/.exec(place.told.join())?.[1])
		await until('the end of the child', () => !isAlive(pid))
	})

	it('and what it had written is told, without an unfinished line and without secrets', async () => {
		const written = 'test 41 of 90 passed\\npassword=hunter2hunter2\\nhalf of a li'
		const stop = new AbortController()
		const running = ran(run(node(`process.stdout.write('${written}'); ${WAITS}`)), {
			signal: stop.signal,
		})
		await until('progress', () => place.told.length > 0)
		stop.abort()
		const { state, output } = await running
		expect(state).toBe('ended')
		expect(output).toMatch(/^test 41 of 90 passed\n.*\n$/)
		expect(output).not.toContain('hunter2')
	})

	it('when the command itself has ended', async () => {
		const code = parentThat('() => process.exit()')
		const { output, state } = await ran(run(node(code)))
		expect(state).toBe('exited')
		const pid = Number(/child (\d+)/.exec(output)?.[1])
		await until('the end of the child', () => !isAlive(pid))
	})

	it('when the relay ends', async () => {
		const { handle } = await ran(run(node(PARENT), { background: true }))
		const pid = await childOf(handle)
		await place.commands.close()
		await until('the end of the child', () => !isAlive(pid))
		expect(codeOf(await call(run(node('1'))))).toBe('cancelled')
	})
})

describe('a command in the background', () => {
	it('answers at once, is read and stopped by its handle', async () => {
		const begun = await ran(run(node(PARENT), { background: true }))
		expect(begun).toMatchObject({ state: 'running', exitCode: null })
		const pid = await childOf(begun.handle)
		const { handle } = begun
		expect(await ran({ action: 'stop', handle })).toMatchObject({ state: 'ended' })
		await until('the end of the child', () => !isAlive(pid))
		expect(await ran<Page>({ action: 'output', handle })).toMatchObject({ state: 'ended' })
	})

	it('that fails at once says so in the first answer', async () => {
		// However long it takes.
		place.clock = new ManualClock()
		const code = "console.error('no port'); process.exit(1)"
		expect(await ran(run(node(code), { background: true }))).toMatchObject({
			state: 'exited',
			exitCode: 1,
			output: 'no port\n',
		})
	})

	it('is waited for', async () => {
		const { handle } = await ran(
			run(node("setTimeout(() => console.log('done'), 900)"), { background: true }),
		)
		expect(await ran<Page>({ action: 'output', handle, wait_seconds: 60 })).toMatchObject({
			state: 'exited',
			output: 'done\n',
		})
	})

	it('keeps its outcome when it ends after many that began later', async () => {
		const { handle } = await ran(run(node(WAITS), { background: true }))
		for (let i = 0; i < 20; i++) await ran({ action: 'shell', line: 'exit 0' })
		await ran({ action: 'stop', handle })
		expect(await ran<Page>({ action: 'output', handle })).toMatchObject({ state: 'ended' })
	})

	it('is unknown to other projects', async () => {
		const { handle } = await ran(run(node(WAITS), { background: true }))
		for (const action of ['output', 'stop'])
			expect(await call({ action, handle }, { room: 'other' })).toMatchObject({
				error: { code: 'not_found', data: { handles: [] } },
			})
	})

	it('is not started when eight run already', async () => {
		for (let i = 0; i < 8; i++) await ran(run(node(WAITS), { background: true }))
		expect(codeOf(await call(run(node('1'))))).toBe('conflict')
	})
})

describe('a shell line', () => {
	it('is read by the shell', async () => {
		mkdirSync(join(place.project, 'Tools', 'a'))
		writeFileSync(join(place.project, 'Tools', 'b.txt'), '')
		expect(await ran({ action: 'shell', line: 'echo one && ls Tools | wc -l' })).toMatchObject({
			output: expect.stringMatching(/^one\n\s*2\n$/),
		})
	})

	it('is what a program and its arguments never are', async () => {
		const args = ['$(touch a)', '; touch b', '> c', '*', '`touch d`', '| tee e']
		const { output } = await ran(
			run(node('console.log(JSON.stringify(process.argv.slice(1)))', ...args)),
		)
		expect(JSON.parse(output)).toEqual(args)
		expect(readdirSync(place.project)).toEqual(['Tools'])
		expect(existsSync(join(place.project, 'c'))).toBe(false)
	})
})

it('outputs of commands are kept away from other users', async () => {
	await ran(run(node('console.log(1)')))
	const folder = join(place.project, '..', 'home', 'commands')
	const [name = ''] = readdirSync(folder)
	expect(statSync(folder).mode & 0o077).toBe(0)
	expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
})
