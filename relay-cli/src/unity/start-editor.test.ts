import { expect, it } from 'vitest'
import { planStart } from './start-editor.ts'
import { type MadeUp, madeUpMachine } from './test-kit.ts'

const GAME = '/home/ada/Game'
const EDITOR = '/home/ada/Unity/Hub/Editor/6000.3.2f1/Editor/Unity'
const project = (version: string | null): Record<string, string> => ({
	[`${GAME}/Assets/a.cs`]: '',
	[`${GAME}/ProjectSettings/${version === null ? 'x.asset' : 'ProjectVersion.txt'}`]: `m_EditorVersion: ${version}\n`,
})
const plan = (made: Omit<MadeUp, 'platform'>, path = GAME) =>
	planStart(madeUpMachine({ platform: 'linux', ...made }), path)

it('the editor of exactly the project’s version is started', async () => {
	const other = EDITOR.replace('6000.3.2f1', '6000.3.20f1')
	expect(await plan({ files: { ...project('6000.3.2f1'), [EDITOR]: '', [other]: '' } })).toEqual({
		by: 'editor',
		version: '6000.3.2f1',
		program: EDITOR,
		args: ['-projectPath', GAME],
	})
})

it('Unity’s own command starts it where that is installed; Ubuntu’s desktop of the same name does not', async () => {
	const files = { ...project('6000.3.2f1'), [EDITOR]: '', '/usr/bin/unity': '' }
	const env = { PATH: '/usr/bin:relative:/home/ada/.local/bin' }
	expect(await plan({ files, env })).toMatchObject({ by: 'editor' })
	const unity = '/home/ada/.local/bin/unity'
	expect(await plan({ files: { ...files, [unity]: '' }, env })).toEqual({
		by: 'unity-command',
		program: unity,
		args: ['open', GAME],
	})
})

it('Unity’s own command may be chosen, or switched off', async () => {
	const installed = '/home/ada/.unity/bin/unity'
	const files = { ...project('6000.3.2f1'), [EDITOR]: '', [installed]: '', '/opt/unity': '' }
	const by = async (chosen: string) => {
		const found = await plan({ files, env: { FAIRLEAD_UNITY_CLI: chosen } })
		return found.by === 'unity-command' ? found.program : found.by
	}
	expect(await by('')).toBe(installed)
	expect(await by('/opt/unity')).toBe('/opt/unity')
	expect(await by('opt/unity')).toBe('editor')
	expect(await by('/opt/missing')).toBe('editor')
	expect(await by('off')).toBe('editor')
})

it('the message about a missing editor says which is needed and which are installed', async () => {
	const files = { ...project('6000.4.0f1'), [EDITOR]: '' }
	await expect(plan({ files })).rejects.toThrow(
		/needs Unity 6000\.4\.0f1, which is not installed\. Installed: 6000\.3\.2f1\. .*Unity Hub/,
	)
	await expect(plan({ files: project('6000.4.0f1') })).rejects.toThrow('No editor was found')
	await expect(plan({ files: project(null) })).rejects.toThrow('ProjectVersion.txt')
})

it('a project that is open, or may be, is not started again', async () => {
	const files = { ...project('6000.3.2f1'), [EDITOR]: '', [`${GAME}/Temp/UnityLockfile`]: '' }
	const running = (...args: string[]) => [{ pid: 7, command: [EDITOR, ...args] }]
	await expect(plan({ files, processes: running('-projectPath', GAME) })).rejects.toThrow(
		'already open',
	)
	await expect(
		plan({ files, processes: running('-batchmode', '-projectPath', GAME) }),
	).rejects.toThrow('without a window')
	await expect(plan({ files, processes: null })).rejects.toThrow('may already be open')
	// A crash left the file behind: Unity opens such a project.
	await expect(plan({ files })).resolves.toMatchObject({ by: 'editor' })
})

it('a folder that is gone, or is not a project, is named', async () => {
	await expect(plan({}, '/nowhere')).rejects.toThrow('/nowhere does not exist')
	const file = '/games/notes.txt'
	await expect(plan({ files: { [file]: '' } }, file)).rejects.toThrow(
		`${file} is a file, not a folder.`,
	)
	await expect(plan({ folders: ['/w'] }, '/w')).rejects.toThrow('not a Unity project')
})
