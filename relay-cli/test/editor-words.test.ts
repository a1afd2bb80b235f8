/** The words of `fairlead status` and `fairlead projects` for an editor, in a terminal. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failedCompile, header, SAFE_MODE, SEMICOLON } from '../src/outside/log-samples.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { UnityFromOutside } from './kit/outside-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { runFairlead } from './kit/relay-process.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench
let room: FakeRoom
let unity: UnityFromOutside
beforeEach(async () => {
	bench = new RelayBench()
	room = await bench.room()
	unity = new UnityFromOutside(bench.folder)
})
afterEach(() => bench.end())

async function fairlead(...args: readonly string[]): Promise<string> {
	const home = { HOME: bench.folder, USERPROFILE: bench.folder, FAIRLEAD_HOME: bench.home }
	const { code, stdout, stderr } = await runFairlead(args, { ...home, NO_COLOR: '1' })
	expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
	return stdout
}

const seen = (project: string, state: string) =>
	until(state, () => room.seats().get(bench.keyOf(project))?.outside?.state === state)

it('status says that Unity is closed, in Safe Mode, or crashed', async () => {
	const game = await bench.project('Maze', room)
	await bench.start(unity.options())
	await room.hello()
	await seen(game, 'not_running')
	expect(await fairlead('status')).toMatch(/Maze +Unity is closed, \d+ s /)

	unity.open(game, header(game) + failedCompile(SEMICOLON) + SAFE_MODE)
	await seen(game, 'safe_mode')
	const text = await fairlead('status')
	expect(text).toMatch(/Maze +Unity is in Safe Mode: 1 compile error, \d+ s /)
	expect(text).toContain('Maze: Fix the errors in Assets/Scripts/Spin.cs.')

	unity.running = []
	await seen(game, 'crashed')
	expect(await fairlead('status')).toMatch(
		/Maze +Unity crashed \(Unity ended without closing the project\), \d+ s /,
	)
})

it("status does not let a log write to the terminal's cursor", async () => {
	const game = await bench.project('Maze', room)
	await bench.start(unity.options())
	await room.hello()
	const error = failedCompile(SEMICOLON).replaceAll('Spin.cs', 'Sp\u001b[2Jin.cs')
	unity.open(game, header(game) + error + SAFE_MODE)
	await seen(game, 'safe_mode')
	expect(await fairlead('status')).not.toContain('\u001b')
})

it('projects says of a connected editor that it is open, whatever its lock file looks like', async () => {
	const game = await bench.project('Maze', room)
	await bench.start(unity.options())
	// A simulated editor looks like this: a lock file, and no process of Unity.
	mkdirSync(join(game, 'Temp'), { recursive: true })
	writeFileSync(join(game, 'Temp', 'UnityLockfile'), '1')
	const openWord = async () =>
		/Maze .+no manifest +(.+?) {2,}/.exec(await fairlead('projects'))?.[1]
	expect(await openWord()).toBe('no (did not end properly)')
	const editor = await bench.connectedEditor(game)
	await until('a connected editor', () => room.seats().get(bench.keyOf(game))?.phase === 'ready')
	expect(await openWord()).toBe('yes')
	await editor.disconnect()
	await until('its end', () => room.seats().get(bench.keyOf(game))?.phase === 'gone')
	rmSync(join(game, 'Temp', 'UnityLockfile'))
	expect(await openWord()).toBe('no')
})
