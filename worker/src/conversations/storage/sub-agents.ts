/** Table `sub_agent`: what runs of this conversation have delegated. */
import { withoutPerson } from '../../access/former-person.ts'
import type { ChangedStep } from '../../agent/revert/run-changes.ts'
import type { SubAgent, SubAgentEnd, SubAgentStore } from '../../agent/sub-agents/sub-agent.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { Table } from './columns.ts'

export function subAgentTable(db: SqlDatabase) {
	const agents = new Table<SubAgent>(
		db,
		'sub_agent',
		[
			'callId',
			'runId',
			'toolCallId',
			'stepSeq',
			'start',
			'createdAt',
			'endedAt',
			'changes',
			'bytes',
		],
		{ json: ['start', 'changes'] },
	)

	return {
		insertSubAgent: (agent: SubAgent) => agents.insert(agent),

		subAgent: (callId: string) => agents.first('WHERE call_id = ?', callId),

		subAgentsOf: (runId: string) => agents.all('WHERE run_id = ? ORDER BY call_id', runId),

		endSubAgent: (callId: string, end: SubAgentEnd) => agents.update(end, 'call_id = ?', callId),

		/** Bytes that the objects of all ended sub-agents store. */
		subAgentBytes: (): number =>
			db.all<{ bytes: number }>('SELECT coalesce(sum(bytes), 0) AS bytes FROM sub_agent')[0]
				?.bytes ?? 0,

		/** Sub-agents of these runs that have changed something. */
		changedBy(
			runIds: readonly string[],
		): readonly Pick<SubAgent, 'runId' | 'toolCallId' | 'changes'>[] {
			if (runIds.length === 0) return []
			return db
				.all<{ run_id: string; tool_call_id: string; changes: string }>(
					`SELECT run_id, tool_call_id, changes FROM sub_agent
					WHERE run_id IN (${runIds.map(() => '?').join(', ')}) AND changes <> '[]'`,
					...runIds,
				)
				.map((row) => ({
					runId: row.run_id,
					toolCallId: row.tool_call_id,
					changes: JSON.parse(row.changes) as ChangedStep[],
				}))
		},

		/** Found by the page's name of the call: models may use an id again. */
		subAgentCalled: (toolCallId: string, createdAt: number) =>
			agents.first('WHERE tool_call_id = ? AND created_at = ?', toolCallId, createdAt),

		/** The calls that started sub-agents, of all runs. */
		subAgentCalls: (): readonly string[] =>
			db.all<{ id: string }>('SELECT call_id AS id FROM sub_agent').map(({ id }) => id),

		/** Sub-agents whose start names a person. */
		subAgentsNaming: (userId: string): readonly string[] =>
			db
				.all<{ id: string }>(
					'SELECT call_id AS id FROM sub_agent WHERE instr(start, ?) > 0',
					userId,
				)
				.map(({ id }) => id),

		/** The sub-agent's object has forgotten the person. */
		subAgentForgot(callId: string, userId: string): void {
			const [row] = db.all<{ start: string }>(
				'SELECT start FROM sub_agent WHERE call_id = ?',
				callId,
			)
			if (!row) return
			const start = withoutPerson(row.start, userId)
			db.all('UPDATE sub_agent SET start = ? WHERE call_id = ?', start, callId)
		},

		deleteSubAgent: (callId: string): void => {
			db.all('DELETE FROM sub_agent WHERE call_id = ?', callId)
		},
	} satisfies SubAgentStore & Record<string, unknown>
}
