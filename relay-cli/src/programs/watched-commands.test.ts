import {
	type CommandList,
	CommandList as CommandListSchema,
	type CommandOutput,
	CommandOutput as CommandOutputSchema,
	LIVE_OUTPUT_BYTES,
} from '@fairlead/protocol/commands/running-commands'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/kit/manual-clock.ts'
import { until } from '../../test/kit/support.ts'
import {
	call,
	codeOf,
	EDITOR_KEY,
	isAlive,
	node,
	place,
	ran,
	run,
	script,
	useCommands,
	WAITS,
} from './test-kit.ts'
import { readCommands, stopCommand, type WatchedCommands } from './watched-commands.ts'

useCommands()

/** Time for output that a process which left the group still holds. */
const OUTPUT_GRACE_MS = 1_000

const watched = (more: Partial<WatchedCommands> = {}): WatchedCommands => ({
	commands: place.commands,
	room: 'room',
	has: (key) => key === EDITOR_KEY,
	...more,
})

function outputOf(of: object, fromByte?: number): CommandOutput {
	const asked = { editorKey: EDITOR_KEY, of, ...(fromByte === undefined ? {} : { fromByte }) }
	const outcome = readCommands(watched(), 'commands.output', asked)
	if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
	return CommandOutputSchema.parse(outcome.result)
}

function listed(more: Partial<WatchedCommands> = {}): CommandList['commands'] {
	const outcome = readCommands(watched(more), 'commands.list', { editorKey: EDITOR_KEY })
	if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
	return CommandListSchema.parse(outcome.result).commands
}

const stop = (handle: string, more: Partial<WatchedCommands> = {}) =>
	stopCommand(watched(more), { editorKey: EDITOR_KEY, handle })

describe('the output of a command that runs', () => {
	it('is read by its call while it grows, each time from where the last part ended', async () => {
		const code = `let i = 0; setInterval(() => console.log('line ' + ++i), 50)`
		const ending = new AbortController()
		const running = ran(run(node(code)), { callId: 'c.7', signal: ending.signal })
		const first = await until('a line', () => {
			const known = readCommands(watched(), 'commands.output', {
				editorKey: EDITOR_KEY,
				of: { callId: 'c.7' },
			})
			const part = known.status === 'ok' ? (known.result as CommandOutput) : null
			return part && part.output !== '' ? part : null
		})
		expect(first).toMatchObject({ state: 'running', exitCode: null, firstByte: 0 })
		const second = await until('another line', () => {
			const part = outputOf({ callId: 'c.7' }, first.nextByte)
			return part.output === '' ? null : part
		})
		expect(second.firstByte).toBe(first.nextByte)
		const lines = (first.output + second.output).trimEnd().split('\n')
		expect(lines).toEqual(lines.map((_, i) => `line ${i + 1}`))
		ending.abort()
		await running
		expect(outputOf({ callId: 'c.7' }).state).toBe('ended')
	})

	it('has no color and no secret, and no line that is not finished', async () => {
		const code = `process.stdout.write('\\x1b[31mred\\x1b[0m\\nAPI_KEY=abc\\nhalf a tok'); ${WAITS}`
		const { handle } = await ran(run(node(code), { background: true }))
		const part = await until('the lines', () => {
			const now = outputOf({ handle })
			return now.output === '' ? null : now
		})
		expect(part.output).toBe('red\nAPI_KEY=(hidden)\n')
		expect(part.nextByte).toBeLessThan(part.outputBytes)
	})

	it('that grew by more than a part holds has the newest', async () => {
		const code = `const line = 'x'.repeat(99) + '\\n'
			process.stdout.write(line.repeat(3000) + 'the end\\n')`
		const { handle } = await ran(run(node(code)))
		const part = outputOf({ handle })
		expect(part.output).toMatch(/the end\n$/)
		expect(part.output.length).toBeLessThanOrEqual(LIVE_OUTPUT_BYTES)
		expect(part.firstByte).toBe(part.outputBytes - LIVE_OUTPUT_BYTES)
		expect(part.nextByte).toBe(part.outputBytes)
	})

	it('says that a part repeats a line that was written over meanwhile', async () => {
		const code = `process.stdout.write('start\\n10%\\r20%\\r'); setInterval(() => {
			if (require('fs').existsSync('go')) { process.stdout.write('30%\\rdone\\n'); process.exit() } }, 20)`
		const { handle } = await ran(run(node(code), { background: true }))
		const first = await until('the bar', () => {
			const now = outputOf({ handle })
			return now.output.includes('%') ? now : null
		})
		script('go', '')
		const second = await until('the rest', () => {
			const now = outputOf({ handle }, first.nextByte)
			return now.output.endsWith('\n') ? now : null
		})
		expect({ ...second }).toMatchObject({ repeatsLine: true, output: 'done\n' })
		expect(first.repeatsLine).toBe(false)
	})
})

describe('the commands in the background of a folder', () => {
	it('are listed with what they are and since when, the newest that runs first, the ended ones last', async () => {
		const one = await ran(run(node('process.exit(3)'), { background: true }))
		const two = await ran(run(node(WAITS, '--', '--token', 'abc'), { background: true }))
		const three = await ran({ action: 'shell', line: 'sleep 60', background: true })
		await ran(run(node('1')))
		await until('the end of the first', () => listed().at(-1)?.state === 'exited')
		expect(listed()).toEqual([
			expect.objectContaining({ handle: three.handle, state: 'running', line: '$ sleep 60' }),
			expect.objectContaining({ handle: two.handle, state: 'running', exitCode: null }),
			expect.objectContaining({ handle: one.handle, state: 'exited', exitCode: 3 }),
		])
		expect(listed()[1]?.line).toContain('--token (hidden)')
	})

	it('are counted at each beginning and end, and those that a call waits for are not', async () => {
		await ran(run(node('1')))
		const { handle } = await ran(run(node(WAITS), { background: true }))
		await stop(handle)
		expect(place.counts).toEqual([1, 0])
		expect(await call(run(['no-such-program-1'], { background: true }))).toMatchObject({
			error: { code: 'not_found' },
		})
		expect(place.counts.at(-1)).toBe(0)
	})

	it('are stopped with all that they started; a second time nothing happens', async () => {
		const child = `process.on('SIGTERM', () => {});${WAITS}`
		const code = `const made = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}])
			console.log(made.pid); process.on('SIGTERM', () => {}); ${WAITS}`
		const { handle } = await ran(run(node(code), { background: true }))
		const pid = await until('its child', () => Number(outputOf({ handle }).output) || null)
		expect(await stop(handle)).toMatchObject({ state: 'ended', exitCode: null })
		await until('the end of the child', () => !isAlive(pid))
		expect(await stop(handle)).toMatchObject({ state: 'ended' })
	})

	it('that ended by themselves keep their exit code when somebody stops them late', async () => {
		const { handle } = await ran(run(node('process.exit(2)'), { background: true }))
		await until('its end', () => listed()[0]?.state === 'exited')
		expect(await stop(handle)).toMatchObject({ state: 'exited', exitCode: 2 })
	})

	it('keep it, too, while a process that left the group still holds their output', async () => {
		const clock = new ManualClock()
		place.clock = clock
		const code = `const holder = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(WAITS)}], { detached: true, stdio: ['ignore', 1, 2] })
			holder.unref(); console.log(process.pid, holder.pid); process.exitCode = 3`
		const running = ran(run(node(code), { background: true }))
		const [pid = 0, holder = 0] = await until('the ids', () => {
			const [command] = listed()
			const ids = command ? outputOf({ handle: command.handle }).output : ''
			return ids === '' ? null : ids.split(' ').map(Number)
		})
		// It has exited, and is not over before its output ends.
		await until('its exit', () => !isAlive(pid))
		const handle = listed()[0]?.handle ?? ''
		expect(listed()[0]).toMatchObject({ state: 'running' })
		const stopped = stop(handle)
		clock.advance(OUTPUT_GRACE_MS)
		await Promise.all([running, stopped])
		process.kill(holder)
		await until('its end', () => listed()[0]?.state !== 'running')
		expect(listed()[0]).toMatchObject({ state: 'exited', exitCode: 3 })
	})
})

describe('of commands, nothing is told to', () => {
	it.each([
		['another project', { room: 'other' }],
		['a project that no longer has the folder', { has: () => false }],
	])('%s', async (_, more) => {
		const { handle } = await ran(run(node(WAITS), { background: true }), { callId: 'c.1' })
		expect(listed(more)).toEqual([])
		for (const of of [{ handle }, { callId: 'c.1' }]) {
			const asked = { editorKey: EDITOR_KEY, of }
			expect(codeOf(readCommands(watched(more), 'commands.output', asked))).toBe('not_found')
		}
		await expect(stop(handle, more)).rejects.toThrow('not known here')
		expect(listed()[0]?.state).toBe('running')
	})

	it('somebody who names another folder of the project', async () => {
		const { handle } = await ran(run(node(WAITS), { background: true }))
		const editorKey = 'relay:111111111111'
		const has = () => true
		await expect(stopCommand(watched({ has }), { editorKey, handle })).rejects.toThrow('not known')
		const read = readCommands(watched({ has }), 'commands.output', { editorKey, of: { handle } })
		expect(codeOf(read)).toBe('not_found')
	})

	it('a request that is not valid', async () => {
		expect(() => readCommands(watched(), 'commands.output', { editorKey: EDITOR_KEY })).toThrow()
		expect(() => readCommands(watched(), 'commands.list', {})).toThrow('not valid')
		await expect(stopCommand(watched(), { handle: 'x' })).rejects.toThrow('not valid')
	})
})

it('a command that a call waits for is not stopped as one in the background', async () => {
	const ending = new AbortController()
	const running = ran(run(node(WAITS)), { callId: 'c.1', signal: ending.signal })
	const { handle } = await until('its beginning', () => {
		const outcome = readCommands(watched(), 'commands.output', {
			editorKey: EDITOR_KEY,
			of: { callId: 'c.1' },
		})
		return outcome.status === 'ok' ? (outcome.result as CommandOutput) : null
	})
	await expect(stop(handle)).rejects.toThrow('not known here')
	ending.abort()
	await running
})
