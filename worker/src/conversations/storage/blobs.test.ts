import { expect, test } from 'vitest'
import { nodeDatabase } from '../../../test/machine-kit.ts'
import { migrate } from '../../platform/migrate.ts'
import { conversationStore } from '../conversation-store.ts'
import { blobTable } from './blobs.ts'
import { CONVERSATION_TABLES } from './schema.ts'

/** The schema before pictures had an age. */
const WITHOUT_AGES = 6
const MAX_BYTES = 100
const picture = (id: string, size: number) => ({
	id,
	mediaType: 'image/png',
	bytes: new Uint8Array(size).fill(1),
})

/** The stored pictures, in order of arrival. */
const kept = (db: ReturnType<typeof nodeDatabase>, ids: string): string =>
	[...ids].filter((id) => blobTable(db).blob(id) !== null).join('')

test('a conversation’s pictures share one limit: the oldest are deleted, the newest is always kept', () => {
	const db = nodeDatabase()
	migrate(db, CONVERSATION_TABLES)
	const blobs = blobTable(db, MAX_BYTES)
	for (const id of 'abcd') blobs.putBlob(picture(id, 30))
	expect(kept(db, 'abcd')).toBe('bcd')
	// A repeated picture is stored once and counts once.
	blobs.putBlob(picture('d', 30))
	blobs.deleteBlob('c')
	blobs.putBlob(picture('e', 30))
	expect(kept(db, 'abcde')).toBe('bde')
	blobs.putBlob(picture('f', 500))
	expect(kept(db, 'abcdef')).toBe('f')
	blobs.putBlob(picture('g', 30))
	expect(kept(db, 'abcdefg')).toBe('g')
})

test('older pictures also count and are deleted', () => {
	const db = nodeDatabase()
	migrate(db, CONVERSATION_TABLES, WITHOUT_AGES)
	for (const id of 'ab') {
		const { mediaType, bytes } = picture(id, 45)
		db.all('INSERT INTO blob (id, media_type, bytes) VALUES (?, ?, ?)', id, mediaType, bytes)
	}
	conversationStore(db)
	blobTable(db, MAX_BYTES).putBlob(picture('c', 45))
	expect(kept(db, 'abc')).toBe('bc')
})
