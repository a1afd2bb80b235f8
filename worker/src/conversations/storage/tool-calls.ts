/** Table `tool_call`: the calls of the newest run, and those that earlier runs left in the room. */
import type { ToolCall } from '../../agent/run/run-state.ts'
import type { SqlDatabase, SqlValue } from '../../platform/sql-database.ts'
import { Table } from './columns.ts'

export function callTable(db: SqlDatabase) {
	const calls = new Table<ToolCall>(
		db,
		'tool_call',
		[
			'callId',
			'runId',
			'stepSeq',
			'index',
			'toolCallId',
			'name',
			'params',
			'argsHash',
			'risk',
			'replay',
			'runsOn',
			'timeoutMs',
			'state',
			'createdAt',
			'attempts',
			'nextAt',
			'waiting',
			'editorKey',
			'editorName',
			'epoch',
			'outcome',
		],
		{ json: ['params', 'outcome'] },
	)
	const call = (callId: string) => calls.first('WHERE call_id = ?', callId)
	const inOrder = (condition: string, ...bindings: SqlValue[]) =>
		calls.all(`WHERE ${condition} ORDER BY run_id, step_seq, idx`, ...bindings)

	return {
		call,

		calls: (runId: string, stepSeq?: number) =>
			stepSeq === undefined
				? inOrder('run_id = ?', runId)
				: inOrder('run_id = ? AND step_seq = ?', runId, stepSeq),

		callsFrom: (runId: string, stepSeq: number) =>
			inOrder('run_id = ? AND step_seq >= ?', runId, stepSeq),

		openCalls: (runId: string, stepSeq = -1) =>
			inOrder(
				"state NOT IN ('settled', 'leaving') AND run_id = ? AND (step_seq = ? OR ? = -1)",
				runId,
				stepSeq,
				stepSeq,
			),

		leavingCalls: () => inOrder("state = 'leaving'"),

		insertCall: (one: ToolCall) => calls.insert(one),

		updateCall(callId: string, patch: Partial<ToolCall>): ToolCall {
			calls.update(patch, 'call_id = ?', callId)
			const updated = call(callId)
			if (!updated) throw new Error(`There is no call ${callId}.`)
			return updated
		},
	}
}
