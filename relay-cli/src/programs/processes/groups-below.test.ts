import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { Cleanups, hasEnded, until } from '../../../test/kit/support.ts'
import { GroupsBelow, groupsBelow, groupsIn, rowsIn } from './groups-below.ts'
import { endTree } from './process-tree.ts'

const cleanups = new Cleanups()
afterEach(() => cleanups.run())

/** A program that starts a command in a group of its own, says which, and stays. */
async function agent(): Promise<{ agent: ChildProcess; command: number }> {
	const code = `const { spawn } = require('node:child_process')
const child = spawn('/bin/sleep', ['1000'], { detached: true, stdio: 'ignore' })
process.stdout.write(child.pid + '\\n')
process.stdin.resume()`
	const started = cleanups.add(
		spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'], detached: true }),
		({ pid }) => endTree(pid),
	)
	const [said] = await once(started.stdout, 'data')
	const command = cleanups.add(Number(said), endTree)
	return { agent: started, command }
}

it('the groups that are led below a process are found, and no others', () => {
	const rows = ['  30 20 30', '10 1 10', '20 10 10', '40 30 30', '50 1 50', '60 20 50', '']
	expect(groupsIn(rowsIn(rows.join('\n'), 0), 10)).toEqual([30])
	expect(groupsIn([], 10)).toEqual([])
})

it('the start of a process is known', () => {
	const now = 10_000_000_000
	const ages = ['00:05', '01:00:01', '2-03:04:05', '']
	const begun = rowsIn(ages.map((age) => `1 1 1 ${age}`).join('\n'), now)
	expect(begun.map(({ begunAt }) => now - begunAt)).toEqual([5_000, 3_601_000, 183_845_000, 0])
})

describe.skipIf(process.platform === 'win32')('a command in a group of its own', () => {
	it('is found', async () => {
		const {
			agent: { pid },
			command,
		} = await agent()
		expect(await groupsBelow(process.pid)).toEqual(expect.arrayContaining([pid, command]))
	})

	it('is ended when the program that started it has crashed', async () => {
		const { agent: crashing, command } = await agent()
		const other = await agent()
		const below = new GroupsBelow(crashing.pid)
		await below.look()
		crashing.kill('SIGKILL')
		await once(crashing, 'exit')
		// It is the child of another process now.
		await below.look()
		expect(hasEnded(command)).toBe(false)
		await Promise.all([below.end(), below.end()])
		await until('its end', () => hasEnded(command))
		expect(hasEnded(other.command)).toBe(false)
	})
})
