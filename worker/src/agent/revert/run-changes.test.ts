import { expect, test } from 'vitest'
import type { ToolCall } from '../run/run-state.ts'
import { changesOf } from './run-changes.ts'

function replaced(file: Record<string, unknown>): ToolCall {
	const params = {
		action: 'replace_references',
		path: 'Assets/Wood.mat',
		with: 'Assets/Gold.mat',
		files: ['Assets/Chest.prefab'],
	}
	const result = { with: params.with, changed: 1, files: [file], objects: [] }
	return {
		callId: 'run.1.0',
		runId: 'run',
		stepSeq: 1,
		name: 'unity_asset',
		params,
		risk: 'write',
		runsOn: 'editor',
		waiting: null,
		outcome: { status: 'ok', result },
	} as unknown as ToolCall
}

test('a call that may change scenes has a record to revert only if it changed one', () => {
	const [inFiles] = changesOf([replaced({ path: 'Assets/Chest.prefab', places: 1 })])
	expect(inFiles).toMatchObject({ undo: 'possible', callIds: ['run.1.0'] })
	const [inScene] = changesOf([replaced({ path: '', places: 1, open: true })])
	expect(inScene).toMatchObject({ undo: 'expected' })
})
