/** Tables `run`, `step` and `model_call`: the runs of a conversation, and the steps and model calls of the newest. */
import type { ModelCall } from '@fairlead/protocol/models/usage'
import type { Run, Step } from '../../agent/run/run-state.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { Table } from './columns.ts'

export function runTables(db: SqlDatabase) {
	const runs = new Table<Run>(
		db,
		'run',
		[
			'id',
			'idemKey',
			'author',
			'messageId',
			'state',
			'source',
			'mode',
			'editorKey',
			'projectKind',
			'cancelRequested',
			'stoppedBy',
			'nextAt',
			'errorCode',
			'usage',
			'startedAt',
			'finishedAt',
			'costUsd',
			'budget',
			'decisions',
		],
		{
			json: ['author', 'source', 'stoppedBy', 'usage', 'budget', 'decisions'],
			flag: ['cancelRequested'],
		},
	)
	const steps = new Table<Step>(
		db,
		'step',
		[
			...(['runId', 'seq', 'kind', 'state', 'attempt', 'epoch'] as const),
			...(['result', 'told', 'startedAt', 'finishedAt'] as const),
		],
		{ json: ['result', 'told'] },
	)
	const modelCalls = new Table<ModelCall & { readonly runId: string }>(
		db,
		'model_call',
		['runId', 'purpose', 'outcome', 'model', 'usage', 'costUsd', 'paidBy', 'at', 'agent'],
		{ json: ['usage'] },
	)
	const latestRun = () => runs.first('ORDER BY seq DESC')

	return {
		latestRun,

		runByIdemKey: (idemKey: string) => runs.first('WHERE idem_key = ?', idemKey),

		run: (id: string) => runs.first('WHERE id = ? ORDER BY seq DESC', id),

		insertRun: (run: Run) => runs.insert(run),

		/** `id` is the newest run's: the only one that changes. */
		updateRun(id: string, patch: Partial<Run>): Run {
			const latest = latestRun()
			if (latest?.id !== id) throw new Error(`The run ${id} is not the newest.`)
			runs.update(patch, 'seq = (SELECT MAX(seq) FROM run)')
			return { ...latest, ...patch }
		},

		clearRuns(): void {
			for (const table of ['step', 'model_call', 'chunk_block']) db.all(`DELETE FROM ${table}`)
			db.all("DELETE FROM tool_call WHERE state <> 'leaving'")
			db.all(
				'INSERT INTO known_message (id, run_id) SELECT id, run_id FROM inbox WHERE run_id IS NOT NULL',
			)
			db.all('DELETE FROM inbox WHERE run_id IS NOT NULL')
		},

		lastStep: (runId: string) => steps.first('WHERE run_id = ? ORDER BY seq DESC', runId),

		steps: (runId: string) => steps.all('WHERE run_id = ? ORDER BY seq', runId),

		modelSteps(runId: string): number {
			const query = `SELECT (SELECT COUNT(*) FROM step WHERE run_id = ? AND kind = 'model')
				+ (SELECT COUNT(*) FROM model_call WHERE run_id = ? AND purpose = 'sub_agent') AS n`
			return db.all<{ n: number }>(query, runId, runId)[0]?.n ?? 0
		},

		insertStep: (step: Step) => steps.insert(step),

		updateStep: (runId: string, seq: number, patch: Partial<Step>) =>
			steps.update(patch, 'run_id = ? AND seq = ?', runId, seq),

		modelCalls: (runId: string): readonly ModelCall[] =>
			modelCalls
				.all('WHERE run_id = ? ORDER BY seq', runId)
				.map(({ runId: _, agent, ...call }) => (agent ? { ...call, agent } : call)),

		insertModelCall: (runId: string, call: ModelCall) => modelCalls.insert({ runId, ...call }),
	}
}
