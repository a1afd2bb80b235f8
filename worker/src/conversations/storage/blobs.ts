/** Tables `blob` and `blob_age`: pictures, by the hash of their content; beyond the limit the oldest are deleted. */
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { settingTable } from './settings.ts'

/** A tenth of what an object may store, some thousand screenshots. */
const MAX_BLOB_BYTES = 1024 * 1024 * 1024
/** Setting: the bytes of all pictures together. */
const TOTAL = 'blob_bytes'

interface Aged {
	readonly id: string
	readonly size: number
}

export function blobTable(db: SqlDatabase, maxBytes = MAX_BLOB_BYTES) {
	const settings = settingTable(db)
	const total = (): number => Number(settings.setting(TOTAL) ?? '0')

	const forget = (id: string): void => {
		const [gone] = db.all<Aged>('DELETE FROM blob_age WHERE id = ? RETURNING id, size', id)
		if (gone) settings.setSetting(TOTAL, String(total() - gone.size))
	}

	return {
		putBlob(blob: { id: string; mediaType: string; bytes: Uint8Array }): void {
			const made = db.all(
				'INSERT OR IGNORE INTO blob (id, media_type, bytes) VALUES (?, ?, ?) RETURNING id',
				blob.id,
				blob.mediaType,
				blob.bytes,
			)
			if (made.length === 0) return
			const size = blob.bytes.byteLength
			db.all('INSERT INTO blob_age (id, size) VALUES (?, ?)', blob.id, size)
			settings.setSetting(TOTAL, String(total() + size))
			while (total() > maxBytes) {
				const [oldest] = db.all<Aged>('SELECT id, size FROM blob_age ORDER BY seq LIMIT 1')
				if (!oldest || oldest.id === blob.id) return
				db.all('DELETE FROM blob WHERE id = ?', oldest.id)
				forget(oldest.id)
			}
		},

		blob(id: string): { mediaType: string; bytes: Uint8Array } | null {
			const [row] = db.all<{ mediaType: string; bytes: ArrayBuffer | Uint8Array }>(
				'SELECT media_type AS mediaType, bytes FROM blob WHERE id = ?',
				id,
			)
			return row ? { mediaType: row.mediaType, bytes: new Uint8Array(row.bytes) } : null
		},

		deleteBlob(id: string): void {
			const gone = db.all(
				`DELETE FROM blob WHERE id = ?1 AND NOT EXISTS (
					SELECT 1 FROM inbox WHERE instr(model, ?1) > 0
					UNION ALL SELECT 1 FROM message WHERE instr(ui, ?1) > 0
					UNION ALL SELECT 1 FROM tool_call WHERE instr(outcome, ?1) > 0) RETURNING id`,
				id,
			)
			if (gone.length > 0) forget(id)
		},
	}
}
