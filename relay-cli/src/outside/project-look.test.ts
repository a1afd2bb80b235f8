import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/kit/support.ts'
import { thisMachine } from '../unity/this-machine.ts'
import { ProjectLooks } from './project-look.ts'

let folder: ReturnType<typeof temporaryFolder>
let game: string
let lock: string
/** Commands by process id. */
let commands: Record<number, string>

beforeEach(() => {
	folder = temporaryFolder()
	game = join(folder.path, 'Maze')
	lock = join(game, 'Temp', 'UnityLockfile')
	mkdirSync(join(game, 'Temp'), { recursive: true })
	commands = {}
})
afterEach(() => folder.remove())

const look = () =>
	new ProjectLooks(
		{ ...thisMachine(), processes: async () => [] },
		() => 0,
		0,
		async (pid) => {
			const command = commands[pid]
			return command === undefined ? null : { command, begunAt: null, home: null }
		},
	).look(game)

const CLOSED = { locked: true, running: false, pid: null }

it('a simulated editor has its project open, and no window is looked for', async () => {
	writeFileSync(lock, '4321')
	for (const named of [game, 'Maze', '.', `--compile-ms 10 ${game}`]) {
		commands = { 4321: `/usr/bin/node /opt/fairlead.mjs simulate ${named}` }
		expect(await look()).toMatchObject({ locked: true, running: true, pid: null })
	}
})

it('so has the editor on .NET', async () => {
	writeFileSync(lock, '4321')
	const host = 'dotnet /opt/Fairlead.Host.dll --project'
	commands = { 4321: `${host} ${game} --control` }
	expect(await look()).toMatchObject({ locked: true, running: true, pid: null })
	commands = { 4321: `${host} /home/dev/Other --control` }
	expect(await look()).toMatchObject(CLOSED)
})

it('a number in a lock file is no editor if its process is another program, or has another project', async () => {
	writeFileSync(lock, '4321')
	expect(await look()).toMatchObject(CLOSED)
	for (const command of ['/usr/bin/keepassxc', 'node fairlead.mjs simulate /home/dev/Other']) {
		commands = { 4321: command }
		expect(await look()).toMatchObject(CLOSED)
	}
})

it.skipIf(process.platform === 'win32')(
	'a link or a pipe in place of a lock file names no process',
	async () => {
		commands = { 4321: `node fairlead.mjs simulate ${game}` }
		writeFileSync(join(folder.path, 'number'), '4321')
		symlinkSync(join(folder.path, 'number'), lock)
		expect(await look()).toMatchObject(CLOSED)
		rmSync(lock)
		execFileSync('mkfifo', [lock])
		expect(await look()).toMatchObject(CLOSED)
	},
)
