import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { groupsBelow, groupsIn } from './groups-below.ts'

it('finds the groups that are led below a process, and no others', () => {
	const rows = ['  30 20 30', '10 1 10', '20 10 10', '40 30 30', '50 1 50', '60 20 50', '']
	expect(groupsIn(rows.join('\n'), 10)).toEqual([30])
	expect(groupsIn('', 10)).toEqual([])
})

it.skipIf(process.platform === 'win32')('finds a command in a group of its own', async () => {
	const child = spawn('/bin/sh', ['-c', 'cat'], {
		detached: true,
		stdio: ['pipe', 'pipe', 'ignore'],
	})
	await once(child, 'spawn')
	expect(await groupsBelow(process.pid)).toContain(child.pid)
	child.stdin.end()
	await once(child, 'exit')
})
