import type { ListedUnityProject } from '@fairlead/protocol/computers/computer-set-up'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { expect, test } from 'vitest'
import { blockedBy, nextStep, progressOf } from './set-up-steps.ts'

const GAME: ListedUnityProject = {
	id: '0123456789abcdef',
	name: 'Game',
	path: '/g',
	version: '6000.3.2f1',
	canOpen: true,
	folder: 'project',
	package: 'absent',
	open: 'closed',
	lastOpened: null,
	linked: 'no',
	editorKey: 'relay-1:aaaaaaaaaaaa',
}
const seat = (phase: EditorSeat['phase']): EditorSeat => ({
	editorKey: GAME.editorKey,
	name: 'Game',
	projectPath: '/g',
	phase,
	phaseSince: 1,
})
const states = (project: ListedUnityProject, at?: EditorSeat): string =>
	progressOf(project, at, [], null)
		.map(({ state }) => state)
		.join(' ')

test('each step ticks by itself, whoever did it', () => {
	expect(states(GAME)).toBe('todo todo todo todo')
	expect(states({ ...GAME, linked: 'here' })).toBe('done todo todo todo')
	expect(states({ ...GAME, package: 'installed', linked: 'here' })).toBe('done done todo todo')
	const open = { ...GAME, package: 'installed', linked: 'here', open: 'open' } as const
	expect(states(open, seat('gone'))).toBe('done done done doing')
	// The seat is news; the list of the computer may be older.
	expect(states(GAME, seat('compiling'))).toBe('done done done done')
})

test('an open project without the package gets it, and is not opened again', () => {
	const open = { ...GAME, linked: 'here', open: 'open' } as const
	expect(nextStep(open, seat('gone'))).toBe('install')
	expect(nextStep({ ...open, package: 'installed' }, seat('gone'))).toBe(null)
})

test('a step that only a person there can do says so', () => {
	expect(blockedBy('link', { ...GAME, linked: 'other' }, [])).toContain('another project')
	const missing = blockedBy('open', { ...GAME, canOpen: false }, ['6000.2.1f1'])
	expect(missing).toContain('Unity 6000.3.2f1 is not installed')
	expect(missing).toContain('6000.2.1f1')
	expect(blockedBy('open', { ...GAME, canOpen: false, version: null }, [])).toContain('version')
	expect(blockedBy('open', { ...GAME, open: 'unclear' }, [])).toContain('lock file')
	expect(blockedBy('open', GAME, [])).toBe(null)
})

test('a simulated editor is connected; no package was installed, and nothing opened in Unity', () => {
	const simulated: EditorSeat = {
		...seat('ready'),
		process: { kind: 'simulator', unityVersion: '6000.3.2f1' } as EditorSeat['process'] & object,
	}
	expect(progressOf(GAME, simulated, [], null)).toEqual([
		{ name: 'link', state: 'done' },
		{ name: 'connect', state: 'done' },
	])
	// Gone, it is a project like any other.
	expect(states(GAME, { ...simulated, phase: 'gone' })).toBe('done todo todo todo')
})
