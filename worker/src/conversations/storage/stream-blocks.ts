/** Table `chunk_block`: the stream of the newest run. */
import type { ChunkBlock } from '../../agent/run/run-store.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { Table } from './columns.ts'

export function blockTable(db: SqlDatabase) {
	const blocks = new Table<ChunkBlock & { readonly runId: string }>(db, 'chunk_block', [
		'runId',
		'block',
		'epoch',
		'seqFrom',
		'seqTo',
		'body',
	])

	return {
		appendBlock: (runId: string, block: ChunkBlock) => blocks.insert({ runId, ...block }),

		clearBlocks(runId: string): void {
			db.all('DELETE FROM chunk_block WHERE run_id = ?', runId)
		},

		blocks: (runId: string): readonly ChunkBlock[] =>
			blocks.all('WHERE run_id = ? ORDER BY block', runId),

		blockAfter(
			runId: string,
			block: number,
			cursor: { readonly epoch: number; readonly seq: number } | null,
		): ChunkBlock | null {
			const { epoch, seq } = cursor ?? { epoch: 0, seq: 0 }
			return blocks.first(
				`WHERE run_id = ? AND block >= ? AND (epoch > ? OR (epoch = ? AND seq_to > ?))
				ORDER BY block`,
				runId,
				block,
				epoch,
				epoch,
				seq,
			)
		},
	}
}
