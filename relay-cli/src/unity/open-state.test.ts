import { expect, it } from 'vitest'
import type { RunningProcess } from './machine.ts'
import { openState, runningEditors } from './open-state.ts'
import { type MadeUp, madeUpMachine } from './test-kit.ts'

const GAME = '/home/ada/Game'
const LOCK = `${GAME}/Temp/UnityLockfile`
const editor = (pid: number, ...args: string[]): RunningProcess => ({
	pid,
	command: ['/home/ada/Unity/Hub/Editor/6000.3.2f1/Editor/Unity', ...args],
})

const stateOf = async (made: Omit<MadeUp, 'platform'>, path = GAME) => {
	const machine = madeUpMachine({ platform: 'linux', ...made })
	return openState(machine, path, await runningEditors(machine))
}

it('a project is open while an editor names it, with its lock file or before it', async () => {
	const processes = [editor(4, '-projectPath', GAME), editor(5, '-projectPath', '/home/ada/Other')]
	const open = { kind: 'open', pid: 4, batch: false }
	expect(await stateOf({ files: { [LOCK]: '' }, processes })).toEqual(open)
	expect(await stateOf({ folders: [GAME], processes })).toEqual(open)
})

it('an editor that was started through a link to the project has it open', async () => {
	const made = { files: { [LOCK]: '' }, links: { '/home/ada/link': GAME } }
	expect(
		await stateOf({ ...made, processes: [editor(4, '-projectPath', '/home/ada/link')] }),
	).toEqual({
		kind: 'open',
		pid: 4,
		batch: false,
	})
})

it('a lock file that a crash left behind does not make a project open', async () => {
	const made = { files: { [LOCK]: '' } }
	expect(await stateOf(made)).toEqual({ kind: 'closed', staleLock: true })
	expect(
		await stateOf({ ...made, processes: [editor(5, '-projectPath', '/home/ada/Other')] }),
	).toEqual({
		kind: 'closed',
		staleLock: true,
	})
	expect(await stateOf({ folders: [GAME] })).toEqual({ kind: 'closed', staleLock: false })
})

it('nothing is claimed where neither processes nor the lock file can tell', async () => {
	const made = { files: { [LOCK]: '' } }
	expect(await stateOf({ ...made, processes: null })).toEqual({ kind: 'unclear' })
	expect(await stateOf({ ...made, processes: [editor(9)] })).toEqual({ kind: 'unclear' })
})

it('a lock file that is held on Windows is enough to call a project open', async () => {
	const machine = madeUpMachine({
		platform: 'win32',
		held: ['D:\\Game\\Temp\\UnityLockfile'],
		processes: null,
	})
	expect(await openState(machine, 'd:\\game', await runningEditors(machine))).toEqual({
		kind: 'open',
		pid: null,
		batch: false,
	})
})
