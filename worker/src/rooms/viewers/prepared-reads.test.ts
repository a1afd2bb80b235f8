import { expect, test } from 'vitest'
import { PreparedReads, prepareRead } from './prepared-reads.ts'

test('a read is checked once and stays the same read', () => {
	const reads = new PreparedReads()
	const first = reads.get('unity_query', { action: 'hierarchy' })
	expect(first).toMatchObject({
		ok: true,
		call: { argsHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
	})
	expect(reads.get('unity_query', { action: 'hierarchy' })).toBe(first)
	expect(reads.get('unity_query', { action: 'selection' })).not.toEqual(first)
})

test('a change stays refused however often it is asked for', () => {
	const reads = new PreparedReads()
	for (let i = 0; i < 3; i++) {
		const refused = reads.get('unity_hierarchy', { action: 'create', name: 'Evil' })
		expect(refused).toMatchObject({ ok: false, error: { code: 'denied' } })
	}
})

test('many different reads do not fill the memory: old ones are checked again', () => {
	const reads = new PreparedReads()
	const first = reads.get('unity_query', { action: 'find', name: 'Cube' })
	for (let i = 0; i < 200; i++) reads.get('unity_query', { action: 'find', name: `Cube ${i}` })
	const again = reads.get('unity_query', { action: 'find', name: 'Cube' })
	expect(again).not.toBe(first)
	expect(again).toEqual(first)
	expect(first).toEqual(prepareRead('unity_query', { action: 'find', name: 'Cube' }))
})

test('only files and folders can be read on the relay, and only by people who can approve file changes', () => {
	expect(prepareRead('read_file', { path: 'Assets/A.cs' })).toMatchObject({
		ok: true,
		runsOn: 'relay',
	})
	expect(prepareRead('list_directory', {})).toMatchObject({ ok: true, runsOn: 'relay' })
	expect(prepareRead('search_files', { regex: 'A' })).toMatchObject({ ok: false })
	expect(prepareRead('write_file', { path: 'Assets/A.cs', content: '' })).toMatchObject({
		ok: false,
	})
	expect(prepareRead('unity_query', { action: 'selection' })).toMatchObject({ runsOn: 'editor' })
	// A list of what would be replaced, and the replacement.
	const list = { action: 'replace_references', path: 'Assets/A.mat', with: 'Assets/B.mat' }
	expect(prepareRead('unity_asset', list)).toMatchObject({ ok: true })
	expect(prepareRead('unity_asset', { ...list, files: [] })).toMatchObject({ ok: false })
})
