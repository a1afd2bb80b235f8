/** The page sets up a computer through its relay: over a real link, with a made-up computer behind it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
	ListedUnityProject,
	SetUpDone,
	UnityProjectList,
} from '@fairlead/protocol/computers/computer-set-up'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RelayOptions } from '../src/app/relay-options.ts'
import { addLink, readLinks } from '../src/home/links.ts'
import { addLogin, removeLogin } from '../src/home/logins.ts'
import type { Machine, RunningProcess } from '../src/unity/machine.ts'
import type { StartPlan } from '../src/unity/start-editor.ts'
import { thisMachine } from '../src/unity/this-machine.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench
let room: FakeRoom
let game: string
let started: StartPlan[]
let processes: RunningProcess[]
beforeEach(async () => {
	bench = new RelayBench()
	room = await bench.room()
	game = await bench.project('My Höhle')
	writeFileSync(join(game, 'Packages', 'manifest.json'), '{\n  "dependencies": {}\n}\n')
	started = []
	processes = []
	const hub = join(bench.folder, '.config', 'UnityHub')
	mkdirSync(hub, { recursive: true })
	const entry = { path: game, lastModified: 5, version: '6000.3.0f1' }
	writeFileSync(join(hub, 'projects-v1.json'), JSON.stringify({ data: { [game]: entry } }))
	const editor = join(bench.folder, 'Unity', 'Hub', 'Editor', '6000.3.0f1', 'Editor')
	mkdirSync(editor, { recursive: true })
	writeFileSync(join(editor, 'Unity'), '')
})
afterEach(() => bench.end())

/** This computer's files, as a Linux desk with the bench's folder as its home, and processes of the test. */
function machine(): Machine {
	const real = thisMachine()
	return {
		...real,
		platform: 'linux',
		home: bench.folder,
		env: () => undefined,
		processes: async () => processes,
	}
}

const start = (options: RelayOptions = {}) =>
	bench.start({
		machine: machine(),
		startEditor: async (plan) => {
			started.push(plan)
			return { pid: 7 }
		},
		...options,
	})
const pair = () => addLogin({ ...room.link, projectName: 'Test', since: 1 }, bench.home)
const list = async () => UnityProjectList.parse(await room.ask('computer.projects'))
const only = async (): Promise<ListedUnityProject> =>
	ListedUnityProject.parse((await list()).projects[0])
const step = async (unityProjectId: string, name: string) =>
	SetUpDone.parse(await room.ask('computer.setUp', { unityProjectId, step: name }))

it('a paired computer without a linked folder is reached, and a project goes all the way', async () => {
	await pair()
	await start()
	expect((await room.hello()).editors).toEqual([])
	const project = await only()
	expect(project).toMatchObject({
		name: 'My Höhle',
		version: '6000.3.0f1',
		canOpen: true,
		package: 'absent',
		open: 'closed',
		linked: 'no',
		editorKey: bench.keyOf(game),
	})
	expect((await step(project.id, 'link')).project.linked).toBe('here')
	expect(await readLinks(bench.home)).toEqual({ [game]: room.link })
	// The same room hears of its new seat, without a new connection.
	await until('the seat', () => room.heard('seat.updated')[0])
	expect(room.hellos).toHaveLength(1)
	expect((await step(project.id, 'install')).project.package).toBe('installed')
	expect(readFileSync(join(game, 'Packages', 'manifest.json'), 'utf8')).toContain(
		'com.fairlead.editor',
	)
	const opened = await step(project.id, 'open')
	expect(opened.said).toBe('Unity 6000.3.0f1 is starting.')
	expect(opened.project.open).toBe('open')
	expect(started).toMatchObject([{ by: 'editor', args: ['-projectPath', game] }])
})

it('each step may be repeated, and changes nothing the second time', async () => {
	await pair()
	await start()
	const { id } = await only()
	for (const name of ['link', 'install']) await step(id, name)
	const manifest = readFileSync(join(game, 'Packages', 'manifest.json'))
	expect((await step(id, 'link')).said).toContain('already')
	expect((await step(id, 'install')).said).toContain('already')
	expect(readFileSync(join(game, 'Packages', 'manifest.json'))).toEqual(manifest)
	// Two buttons at once, or two pages: one editor.
	await Promise.all([step(id, 'open'), step(id, 'open'), step(id, 'open')])
	expect(started).toHaveLength(1)
})

it('an open project is not started again', async () => {
	await pair()
	await start()
	const { id } = await only()
	processes = [{ pid: 9, command: ['/x/Editor/Unity', '-projectPath', game] }]
	expect((await only()).open).toBe('open')
	await expect(step(id, 'open')).rejects.toThrow('already open in Unity (process 9)')
	expect(started).toEqual([])
})

it('a project whose editor is connected is open, although no process of Unity has it', async () => {
	await pair()
	await start()
	const { id, open } = await only()
	expect(open).toBe('closed')
	await bench.connectedEditor(game)
	expect((await only()).open).toBe('open')
	await expect(step(id, 'open')).rejects.toThrow('connected to the relay')
	expect(started).toEqual([])
})

it('only listed projects can be named', async () => {
	await pair()
	await start()
	await bench.project('Secret')
	await only()
	await expect(step('0123456789abcdef', 'link')).rejects.toThrow('lists no such Unity project')
	await expect(room.ask('computer.setUp', { unityProjectId: game, step: 'link' })).rejects.toThrow(
		'not valid',
	)
	expect(await readLinks(bench.home)).toEqual({})
})

it('a restarted relay knows the project that a page still shows', async () => {
	await pair()
	await start()
	const { id } = await only()
	await bench.restart({ machine: machine() })
	await room.hello(2)
	expect((await step(id, 'link')).project.linked).toBe('here')
})

it('a folder of another project keeps its link', async () => {
	const other = await bench.room({ projectId: 'prj_other00000' })
	await addLink(game, other.link, bench.home)
	await pair()
	await start()
	const { id, linked } = await only()
	expect(linked).toBe('other')
	await expect(step(id, 'link')).rejects.toThrow('linked to another project')
	expect(await readLinks(bench.home)).toEqual({ [game]: other.link })
})

it('a token that was typed in sets up nothing, nor does anybody once the desk said never', async () => {
	await addLink(game, room.link, bench.home)
	await start()
	await room.hello()
	await expect(room.ask('computer.projects')).rejects.toThrow('not paired by a code')
	await bench.restart({ machine: machine(), setUp: 'never' })
	await pair()
	await room.hello(2)
	await expect(room.ask('computer.projects')).rejects.toThrow('--setup never')
	await bench.restart({ machine: machine(), setUp: 'always' })
	await room.hello(3)
	expect((await list()).projects).toHaveLength(1)
})

it('pairing reaches a running relay, and the end of the pairing ends the connection', async () => {
	await start()
	expect(room.dials).toBe(0)
	await pair()
	await room.hello()
	await removeLogin({ ...room.link, projectName: 'Test', since: 1 }, bench.home)
	await until('the relay to leave', () => !room.hasRelay)
})
