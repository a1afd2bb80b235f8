import { expect, it } from 'vitest'
import { EditorSeat } from './editors.ts'

it('an editor of a kind that an older relay knows is shown as Unity', () => {
	const process = {
		sessionId: 'pipeline-41-6f',
		connSeq: 1,
		pid: 41,
		kind: 'pipeline',
		unityVersion: '6000.3.0f1',
		pluginVersion: '',
		productGuid: '',
	}
	const seat = {
		editorKey: 'relay_00:0123456789ab',
		name: 'Maze',
		projectPath: '/Maze',
		phase: 'ready',
		phaseSince: 0,
		process,
	}
	expect(EditorSeat.parse(seat)).toEqual({ ...seat, process: { ...process, kind: 'unity' } })
})
