/** The end of a relay that was killed, played by a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { Cleanups, hasEnded, until } from '../../../test/kit/support.ts'
import { endTree } from './process-tree.ts'

const cleanups = new Cleanups()
afterEach(() => cleanups.run())

const AGENT = `const { spawn } = require('node:child_process')
const child = spawn('/bin/sleep', ['1000'], { detached: true, stdio: 'ignore' })
console.log(process.pid + ' ' + child.pid)
process.stdin.resume()`

/** A relay whose guard has one of two agents. Each has started a command in a group of its own. */
const relay = (below: boolean): string => `import { spawn } from 'node:child_process'
import { ProcessGuard } from '${new URL('./process-guard.ts', import.meta.url)}'
const guard = new ProcessGuard({ below: ${below} })
for (const isGuarded of [true, false]) {
	const stdio = [isGuarded ? 'pipe' : 'ignore', 'inherit', 'inherit']
	const agent = spawn(process.execPath, ['-e', ${JSON.stringify(AGENT)}], { detached: true, stdio })
	await new Promise((resolve) => agent.once('spawn', resolve))
	if (isGuarded) guard.add(agent.pid)
}
setInterval(() => {}, 1_000)`

/** [agent, its command], of the one that is guarded and of the other one. */
async function killedRelay(below: boolean): Promise<[number, number][]> {
	const running = spawn(process.execPath, ['--input-type=module', '-e', relay(below)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const lines = createInterface(running.stdout)[Symbol.asyncIterator]()
	const said = [(await lines.next()).value, (await lines.next()).value]
	const pairs = said.map((line = '') => line.split(' ').map(Number) as [number, number])
	for (const pid of pairs.flat()) cleanups.add(pid, endTree)
	running.kill('SIGKILL')
	await once(running, 'exit')
	return pairs
}

describe.skipIf(process.platform === 'win32')('a relay that is killed', () => {
	it('leaves no agent, and no command that one has started in a group of its own', async () => {
		const pairs = await killedRelay(true)
		await until('their end', () => pairs.flat().filter(hasEnded).length >= 2)
		const over = pairs.filter((pair) => pair.every(hasEnded))
		expect(over).toHaveLength(1)
		expect(pairs.flat().filter(hasEnded)).toHaveLength(2)
	})

	it('leaves what its programs began to outlive them, where nobody asked for more', async () => {
		const pairs = await killedRelay(false)
		const over = await until('its end', () => pairs.find(([agent]) => hasEnded(agent)))
		expect(hasEnded(over[1])).toBe(false)
	})
})
