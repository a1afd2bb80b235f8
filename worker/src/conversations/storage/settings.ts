/** Table `setting`: small values by name. */
import type { SqlDatabase } from '../../platform/sql-database.ts'

const EPOCH = 'epoch'

export function settingTable(db: SqlDatabase) {
	const setting = (key: string): string | null =>
		db.all<{ value: string }>('SELECT value FROM setting WHERE key = ?', key)[0]?.value ?? null
	const setSetting = (key: string, value: string): void => {
		db.all(
			'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
			key,
			value,
		)
	}
	const epoch = () => Number(setting(EPOCH) ?? '0')

	return {
		setting,
		setSetting,
		epoch,

		/** Called once per object instance: writes of older instances are refused from now on. */
		beginEpoch(): number {
			const next = epoch() + 1
			setSetting(EPOCH, String(next))
			return next
		},
	}
}
