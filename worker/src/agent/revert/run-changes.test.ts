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

test.each([
	['Stopped by the user while it was running. It may or may not have taken effect.', 1],
	['Stopped by the user before it ran.', 0],
	['The call was cancelled before it started. Nothing was changed.', 0],
	['The command was cancelled before it began.', 0],
	['The call was cancelled before the editor started it. Nothing changed.', 0],
	['The relay is stopping. Nothing was started.', 0],
])('a cancelled call may have changed something only if it began: %s', (message, steps) => {
	const call = replaced({ path: 'Assets/Chest.prefab', places: 1 })
	const outcome = { status: 'error', error: { code: 'cancelled', message } } as const
	expect(changesOf([{ ...call, outcome }])).toHaveLength(steps)
})
