/** Tables `run` and `step`: the runs of a conversation, and the steps of the newest. */
import type { Run, Step } from '../../agent/run/run-state.ts'
import type { SqlDatabase } from '../../object-storage/sql-database.ts'
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
			'model',
			'mode',
			'editorKey',
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
		{ json: ['author', 'stoppedBy', 'usage', 'budget', 'decisions'], flag: ['cancelRequested'] },
	)
	const steps = new Table<Step>(
		db,
		'step',
		['runId', 'seq', 'kind', 'state', 'attempt', 'epoch', 'result', 'startedAt', 'finishedAt'],
		{ json: ['result'] },
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
			for (const table of ['step', 'chunk_block']) db.all(`DELETE FROM ${table}`)
			db.all("DELETE FROM tool_call WHERE state <> 'leaving'")
			db.all(
				'INSERT INTO known_message (id, run_id) SELECT id, run_id FROM inbox WHERE run_id IS NOT NULL',
			)
			db.all('DELETE FROM inbox WHERE run_id IS NOT NULL')
		},

		lastStep: (runId: string) => steps.first('WHERE run_id = ? ORDER BY seq DESC', runId),

		steps: (runId: string) => steps.all('WHERE run_id = ? ORDER BY seq', runId),

		modelSteps(runId: string): number {
			const query = "SELECT COUNT(*) AS n FROM step WHERE run_id = ? AND kind = 'model'"
			return db.all<{ n: number }>(query, runId)[0]?.n ?? 0
		},

		insertStep: (step: Step) => steps.insert(step),

		updateStep: (runId: string, seq: number, patch: Partial<Step>) =>
			steps.update(patch, 'run_id = ? AND seq = ?', runId, seq),
	}
}
