/** Table `blob`: pictures, by the hash of their content. */
import type { SqlDatabase } from '../../object-storage/sql-database.ts'

export function blobTable(db: SqlDatabase) {
	return {
		putBlob(blob: { id: string; mediaType: string; bytes: Uint8Array }): void {
			db.all(
				'INSERT OR IGNORE INTO blob (id, media_type, bytes) VALUES (?, ?, ?)',
				...[blob.id, blob.mediaType, blob.bytes],
			)
		},

		blob(id: string): { mediaType: string; bytes: Uint8Array } | null {
			const [row] = db.all<{ mediaType: string; bytes: ArrayBuffer | Uint8Array }>(
				'SELECT media_type AS mediaType, bytes FROM blob WHERE id = ?',
				id,
			)
			return row ? { mediaType: row.mediaType, bytes: new Uint8Array(row.bytes) } : null
		},

		deleteBlob(id: string): void {
			db.all(
				`DELETE FROM blob WHERE id = ?1 AND NOT EXISTS (
					SELECT 1 FROM inbox WHERE instr(model, ?1) > 0
					UNION ALL SELECT 1 FROM message WHERE instr(ui, ?1) > 0
					UNION ALL SELECT 1 FROM tool_call WHERE instr(outcome, ?1) > 0)`,
				id,
			)
		},
	}
}
