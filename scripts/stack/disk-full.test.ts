import { expect, test } from 'vitest'
import { diskFullWatch } from './disk-full.ts'

test('a full disk is said once, also if the words come in pieces, and again when it lasts', () => {
	const said: string[] = []
	let now = 0
	const watch = diskFullWatch(
		(sentence) => said.push(sentence),
		() => now,
	)
	watch('the Worker', 'SQLite failed; database or di')
	watch('the relay', 'sk is full')
	expect(said).toEqual([])
	watch('the Worker', 'sk is full: SQLITE_FULL\n')
	for (let n = 0; n < 5; n++) watch('the Worker', 'database or disk is full: SQLITE_FULL\n')
	expect(said).toHaveLength(1)
	expect(said[0]).toContain('The disk is full (said the Worker)')
	now = 600_000
	watch('the relay', 'ENOSPC: no space left on device')
	expect(said).toHaveLength(2)
})
